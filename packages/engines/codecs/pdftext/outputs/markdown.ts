/** Writes the blocks of a PDF as Markdown. */
import { writeFileSync } from 'node:fs';
import { pictureLinks } from '../../../shared/document/markdown/pictures.ts';
import { markdownOf } from '../../../shared/document/markdown/write.ts';
import type { DocumentBlocks } from '../blocks.ts';
import { documentOf } from '../document.ts';
import type { PdfTextStep } from '../reading/read-document.ts';

export function write(step: PdfTextStep, found: DocumentBlocks): void {
  const { output, work, options } = step;
  const document = documentOf(found, work);
  const markdown = markdownOf(document.blocks, {
    pictureUrl: pictureLinks(step, document.pictures),
    pageMarks: options.page_markers,
    maxHeading: options.max_heading,
  });
  writeFileSync(output, markdown);
}
