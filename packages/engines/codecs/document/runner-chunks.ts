/**
 * Divides a document into chunks. This program runs twice for each document. Without `output`, the program writes the
 * units of the document as a web page, which pandoc converts to Markdown. With `output`, the program joins the Markdown
 * of the units to chunks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readStep } from '../../contract/step.ts';
import { chunksOf } from '../../shared/document/chunks.ts';
import { parseDocument } from '../../shared/document/parse.ts';
import { counterOf } from '../../shared/document/tokens.ts';
import { unitPage, unitTexts } from '../../shared/document/unit-page.ts';
import { unitsOf } from '../../shared/document/units.ts';

const { document, page, markdown, output, options } = readStep<{
  document: string;
  page: string;
  markdown: string;
}>();

const { tokenizer = 'o200k_base' } = options;
const { chunk_size: size = tokenizer === 'characters' ? 2000 : 512, chunk_overlap: given = 0 } = options;
// Larger overlaps would leave little space for new text.
const overlap = Math.min(given, Math.floor(size / 2));
const count = await counterOf(tokenizer);
const units = unitsOf(parseDocument(readFileSync(document, 'utf8')), size - overlap, count);
if (output) {
  const texts = unitTexts(readFileSync(markdown, 'utf8'), units.length);
  const written = units.map((unit, n) => ({ ...unit, text: texts[n] ?? '' }));
  const chunks = chunksOf(written, { tokenizer, size, overlap, count });
  writeFileSync(output, chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''));
} else {
  writeFileSync(page, unitPage(units, { pictureUrl: () => undefined }));
}
