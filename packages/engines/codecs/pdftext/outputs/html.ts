/** Writes the blocks of a PDF as a web page. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageOf } from '../../../shared/document/page.ts';
import type { DocumentBlocks } from '../blocks.ts';
import { documentOf } from '../document.ts';
import type { PdfTextStep } from '../reading/read-document.ts';
import { wordTargets } from './word-targets.ts';

/**
 * Writes a page for readers or for pandoc. Pandoc takes the pictures from the scratch folder, and reads formulas in
 * TeX.
 */
export function write({ output, to, target = to, work, options }: PdfTextStep, found: DocumentBlocks): void {
  const isInWork = path.dirname(output) === work;
  const document = documentOf(found, work, isInWork ? 'files' : 'data');
  const urls = new Map(
    document.pictures.map(({ id, media_type: type, data, file }) => [
      id,
      data === undefined ? file : `data:${type};base64,${data}`,
    ]),
  );
  const page = pageOf(document, {
    pictureUrl: (id) => urls.get(id),
    pageMarks: options.page_markers ?? false,
    isFinal: !isInWork && !wordTargets.has(target),
  });
  writeFileSync(output, page);
}
