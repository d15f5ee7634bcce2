/** Returns the links of pictures in Markdown, and writes the files of pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../../../contract/engine.ts';
import type { Picture } from '../model.ts';

/**
 * Returns a function that maps the id of a picture to its link, or to undefined if pictures are left out. A picture
 * that occurs several times is written to one file.
 */
export function pictureLinks(
  { options: { images = 'inline' }, outputDir }: Pick<Step, 'options' | 'outputDir'>,
  pictures: readonly Picture[],
): (id: string) => string | undefined {
  if (images === 'none') return () => undefined;
  const known = new Map(pictures.map((picture) => [picture.id, picture]));
  if (images === 'inline') return (id) => dataLink(known.get(id));
  const files = new Map<string, string>();
  return (id) => {
    const { data, media_type: type = '' } = known.get(id) ?? {};
    if (data === undefined) return undefined;
    const name = files.get(data) ?? `image-${files.size + 1}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;
    if (!files.has(data)) {
      mkdirSync(outputDir, { recursive: true });
      writeFileSync(path.join(outputDir, name), Buffer.from(data, 'base64'));
    }
    files.set(data, name);
    return `images/${name}`;
  };
}

const dataLink = (picture: Picture | undefined) =>
  picture?.data === undefined ? undefined : `data:${picture.media_type};base64,${picture.data}`;
