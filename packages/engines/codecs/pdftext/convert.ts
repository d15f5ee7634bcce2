/** Converts the contents of a PDF's pages to the target of the step. */
import { existsSync, writeFileSync } from 'node:fs';
import { listed } from '../../shared/runner/listed.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { warn } from '../../shared/runner/warn.ts';
import { bodyOf, isText, type DocumentBlocks } from './blocks.ts';
import { wordTargets } from './outputs/word-targets.ts';
import type { ReadPage } from './page-blocks.ts';
import type { PageProgram } from './reading/page-program.ts';
import { readDocument, type PdfTextStep } from './reading/read-document.ts';
import { structureOf } from './structure.ts';
import { csvOf, sheetsOf, tablesOf, textOfBlocks } from './text.ts';

/** The writers of formats with structure. A module is loaded only if it is needed, because loading takes time. */
const writers: Readonly<Record<string, () => Promise<{ write: Writer }>>> = {
  html: () => import('./outputs/html.ts'),
  md: () => import('./outputs/markdown.ts'),
  'doc.json': () => import('./outputs/document.ts'),
  'chunks.ndjson': () => import('./outputs/chunks.ts'),
};

type Writer = (step: PdfTextStep, found: DocumentBlocks) => Promise<void> | void;

/** Loads all modules of the runner. */
export const loadWriters = () => Promise.all(Object.values(writers).map((load) => load()));

export async function convert(step: PdfTextStep, program: PageProgram): Promise<void> {
  const { to, output } = step;
  const { read, outline } = await readDocument(step, program);
  const found = structureOf(read, outline);
  checkText(step, read, found);
  const writer = await writers[to]?.();
  if (writer) await writer.write(step, found);
  else writeFileSync(output, to === 'txt' ? textOfBlocks(found.blocks) : tablesIn(step, found));
}

/** Refuses a document without text. Warns of pages whose text was not recognized. */
function checkText(
  step: PdfTextStep,
  read: readonly ReadPage[],
  { blocks }: Pick<DocumentBlocks, 'blocks'>,
): void {
  const { to, target = to, work, options } = step;
  // Blank pages are valid and result in an empty string. Pictures without text are accepted only for a target that
  // shows pictures.
  const isBlank = read.every(
    ({ page, pieces }) => pieces.length > 0 || page.pictures.length + page.shapes.length === 0,
  );
  const showsFigures = to === 'html' && !wordTargets.has(target);
  const shown = bodyOf(blocks).some(({ kind }) => kind !== 'figure' || showsFigures);
  if (!shown && !isBlank) refuse('no_text');

  const unread = read.filter(({ page, pieces }) => page.kind === 'scan' && pieces.length === 0);
  if (unread.length > 0 && !step.examined && (options.ocr === false || !existsSync(`${work}/recognized`)))
    warn(step, 'pages_not_recognised', listed(unread.map(({ page }) => String(page.number))));
}

/** Returns the tables of the document as CSV, or as JSON for the writer of workbooks. */
function tablesIn(step: PdfTextStep, { blocks }: DocumentBlocks): string {
  const body = bodyOf(blocks);
  const tables = tablesOf(body);
  if (tables.length === 0) refuse('no_tables');
  if (body.some(isText)) warn(step, 'content_left_out', 'text around the tables');
  return step.to === 'csv' ? csvOf(tables) : JSON.stringify(sheetsOf(tables));
}
