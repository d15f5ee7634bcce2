/** Stores the pictures of a document in the scratch folder, where pandoc's filters find them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from './model.ts';

/**
 * Stores the pictures in files. Returns a function that maps the id of a picture to its file name, or to undefined if
 * the picture has no data.
 */
export function keptPictures(
  { pictures }: Pick<Document, 'pictures'>,
  work: string,
): (id: string) => string | undefined {
  const names = new Map<string, string>();
  for (const [n, { id, media_type: type, data }] of pictures.entries()) {
    if (data === undefined) continue;
    const kind = type.replace(/^image\//, '').replace(/^x-|\+xml$/g, '');
    // `parts/pictures.lua` accepts only file names of the form that this line produces.
    const name = `picture-doc${n + 1}.${/^[a-z]+$/.test(kind) ? kind : 'bin'}`;
    writeFileSync(path.join(work, name), Buffer.from(data, 'base64'));
    names.set(id, name);
  }
  return (id) => names.get(id);
}
