/** Converts the page contents that `page-data.js` wrote to the target of the step. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { refuse } from '../../shared/runner/refuse.ts';
import { readStep } from '../../contract/step.ts';
import { pageOf } from '../../shared/document/page.ts';
import { writeChunks } from '../../shared/document/write-chunks.ts';
import { markdownOf, markdownOfParts } from '../../shared/document/markdown/write.ts';
import { pictureLinks } from '../../shared/document/markdown/pictures.ts';
import { writeDocument } from '../../shared/document/write.ts';
import { warn } from '../../shared/runner/warn.ts';
import { bodyOf, isText } from './blocks.ts';
import { documentOf } from './document.ts';
import { parsePages } from './page-data.ts';
import { readPages, structureOf } from './structure.ts';
import { listed } from '../../shared/runner/listed.ts';
import { csvOf, sheetsOf, tablesOf, textOfBlocks } from './text.ts';

/** Text formats. If the target is text, a result with only a picture of a page would be useless. */
const wordTargets = new Set([
  ...['md', 'rst', 'org', 'adoc', 'textile', 'mediawiki', 'dokuwiki', 'jira', 'creole', 'muse', 't2t', 'man'],
  ...['ms', 'texi', 'ipynb', 'opml', 'doc.json'],
]);

const step = readStep<{ examined?: boolean; formulas?: boolean }>();
const { input, output, to, target = to, work, options } = step;

const { pages, outline } = parsePages(readFileSync(input, 'utf8'));
const read = readPages(pages, { formulas: step.formulas ?? false });
const found = structureOf(read, outline);
const { blocks } = found;
// Blank pages are valid and result in an empty string. Pictures without text are accepted only for a target that shows
// pictures.
const isBlank = read.every(
  ({ page, pieces }) => pieces.length > 0 || page.pictures.length + page.shapes.length === 0,
);
const body = bodyOf(blocks);
const shown = body.some(({ kind }) => kind !== 'figure' || (to === 'html' && !wordTargets.has(target)));
if (!shown && !isBlank) refuse('no_text');

const unread = read.filter(({ page, pieces }) => page.kind === 'scan' && pieces.length === 0);
if (unread.length > 0 && !step.examined && (options.ocr === false || !existsSync(`${work}/recognized`)))
  warn(step, 'pages_not_recognised', listed(unread.map(({ page }) => String(page.number))));

const tables = tablesOf(body);
if (['csv', 'json'].includes(to)) {
  if (tables.length === 0) refuse('no_tables');
  if (body.some(isText)) warn(step, 'content_left_out', 'text around the tables');
}

const write: Readonly<Record<string, () => string>> = {
  html: page,
  txt: () => textOfBlocks(blocks),
  csv: () => csvOf(tables),
  json: () => JSON.stringify(sheetsOf(tables)),
  md: markdown,
};
if (to === 'doc.json') writeDocument(step, documentOf(found, work));
else if (to === 'chunks.ndjson') await chunks();
else writeFileSync(output, write[to]?.() ?? '');

/**
 * Returns a page for readers or for pandoc. Pandoc takes the pictures from the scratch folder, and reads formulas in
 * TeX.
 */
function page(): string {
  const isInWork = path.dirname(output) === work;
  const document = documentOf(found, work, isInWork ? 'files' : 'data');
  const urls = new Map(
    document.pictures.map(({ id, media_type: type, data, file }) => [
      id,
      data === undefined ? file : `data:${type};base64,${data}`,
    ]),
  );
  return pageOf(document, {
    pictureUrl: (id) => urls.get(id),
    pageMarks: options.page_markers ?? false,
    isFinal: !isInWork && !wordTargets.has(target),
  });
}

/** Writes chunks of a document without pictures. */
async function chunks(): Promise<void> {
  const document = documentOf(found, work);
  await writeChunks(step, document, (units) =>
    markdownOfParts(
      units.map((unit) => unit.blocks),
      { pictureUrl: () => undefined },
    ),
  );
}

function markdown(): string {
  const document = documentOf(found, work);
  return markdownOf(document.blocks, {
    pictureUrl: pictureLinks(step, document.pictures),
    pageMarks: options.page_markers,
    maxHeading: options.max_heading,
  });
}
