/**
 * Divides a document into chunks. This program runs twice for each document. Without `output`, the program writes the
 * units of the document as a web page, which pandoc converts to Markdown. With `output`, the program joins the Markdown
 * of the units to chunks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readStep } from '../../contract/step.ts';
import { parseDocument } from '../../shared/document/parse.ts';
import { unitPage, unitTexts } from '../../shared/document/unit-page.ts';
import { unitsOf } from '../../shared/document/units.ts';
import { chunkOptionsOf, writeUnits } from '../../shared/document/write-chunks.ts';

const { document, page, markdown, output, options } = readStep<{
  document: string;
  page: string;
  markdown: string;
}>();

const asked = await chunkOptionsOf(options);
const units = unitsOf(parseDocument(readFileSync(document, 'utf8')), asked.size - asked.overlap, asked.count);
if (output) {
  const texts = unitTexts(readFileSync(markdown, 'utf8'), units.length);
  writeUnits(
    output,
    units.map((unit, n) => ({ ...unit, text: texts[n] ?? '' })),
    asked,
  );
} else {
  writeFileSync(page, unitPage(units, { pictureUrl: () => undefined }));
}
