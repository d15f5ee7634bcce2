/** Writes the blocks of a PDF as chunks without pictures. */
import { markdownOfParts } from '../../../shared/document/markdown/write.ts';
import { writeChunks } from '../../../shared/document/write-chunks.ts';
import type { DocumentBlocks } from '../blocks.ts';
import { documentOf } from '../document.ts';
import type { PdfTextStep } from '../reading/read-document.ts';

export async function write(step: PdfTextStep, found: DocumentBlocks): Promise<void> {
  const document = documentOf(found, step.work);
  await writeChunks(step, document, (units) =>
    markdownOfParts(
      units.map((unit) => unit.blocks),
      { pictureUrl: () => undefined },
    ),
  );
}
