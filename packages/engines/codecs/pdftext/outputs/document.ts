/** Writes the blocks of a PDF as `doc.json`. */
import { writeDocument } from '../../../shared/document/write.ts';
import type { DocumentBlocks } from '../blocks.ts';
import { documentOf } from '../document.ts';
import type { PdfTextStep } from '../reading/read-document.ts';

export function write(step: PdfTextStep, found: DocumentBlocks): void {
  writeDocument(step, documentOf(found, step.work));
}
