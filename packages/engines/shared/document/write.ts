/** Writes a document as `doc.json`. The option `images` decides how the pictures of the document are stored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';
import { doclingOf } from './docling/document.ts';
import { isUnreadable } from './docling/pictures.ts';
import type { Document, Picture } from './model.ts';

const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  'svg+xml': 'svg',
  tiff: 'tif',
  'x-emf': 'emf',
  'x-wmf': 'wmf',
};

/** Writes the document to the output file of the step. */
export function writeDocument(step: Step, document: Document): void {
  const metadata = { ...document.metadata, source_format: step.from };
  const pictures = document.pictures.map((picture, n) => asAsked(step, picture, n));
  const written = { ...document, metadata, pictures };
  if (step.options.schema === 'docling') return writeDocling(step, written);
  writeFileSync(step.output, linesOf(written));
}

function writeDocling(step: Step, document: Document): void {
  const unreadable = document.pictures.filter(isUnreadable).length;
  if (unreadable > 0) warn(step, 'content_left_out', `pictures ${unreadable}`);
  writeFileSync(step.output, linesOf(doclingOf(document)));
}

/**
 * Returns the document as JSON with one line for each page, block and picture, so that programs and people can read
 * parts of it.
 */
function linesOf(document: object): string {
  const members = Object.entries(document).map(([name, value]) => {
    if (!Array.isArray(value)) return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const lines = value.map((one: unknown) => `\n${JSON.stringify(one)}`);
    return `${JSON.stringify(name)}: [${lines.join(',')}${lines.length > 0 ? '\n' : ''}]`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Returns the picture as the option `images` asks: with data, without data, or stored in a file. */
function asAsked({ options: { images = 'inline' }, outputDir }: Step, picture: Picture, n: number): Picture {
  const { data, ...rest } = picture;
  if (data === undefined || images === 'inline') return picture;
  if (images === 'none') return rest;
  const kind = picture.media_type.replace(/^image\//, '');
  const name = `image-${n + 1}.${endings[kind] ?? (/^\w+$/.test(kind) ? kind : 'bin')}`;
  mkdirSync(outputDir, { recursive: true });
  writeFileSync(path.join(outputDir, name), Buffer.from(data, 'base64'));
  return { ...rest, file: `images/${name}` };
}
