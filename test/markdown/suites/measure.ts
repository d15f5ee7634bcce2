/**
 * Scores Markdown with two public suites: `node test/markdown/suites/measure.ts --docling FOLDER --olmocr FOLDER`. Each
 * folder is a checkout of the suite's repository. Every second file of a suite, in the order of the names, was used to
 * tune the conversion. The scores of the tuning files and of all other files are reported separately. `--kinds` selects
 * kinds of documents, such as pdf,docx. `--list` prints the scores of each file, and each failed fact (a statement of
 * olmocr about a page). `--programs` selects programs, `--keep` keeps the Markdown in a folder, and `--write` puts the
 * tables into docs/markdown.md.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { withConversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { markdownTable } from '../../docs/markdown-table.ts';
import { readersIn, type MarkdownReader } from '../readers.ts';
import { docling, kinds, type Kind } from './docling.ts';
import { olmocr } from './olmocr.ts';

const { values } = parseArgs({
  options: {
    docling: { type: 'string' },
    olmocr: { type: 'string' },
    kinds: { type: 'string' },
    programs: { type: 'string' },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const docs = path.resolve(import.meta.dirname, '../../../docs/markdown.md');
const dir = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'protean-suites-')));
const list = values.list ? console.log : () => undefined;

const isAsked = (asked: string | undefined, name: string) => !asked || asked.split(',').includes(name);

try {
  await mkdir(dir, { recursive: true });
  const { pdf, others } = await withConversions(loadConfig(), async (conversions) => {
    const readers = (await readersIn(conversions, path.join(dir, 'programs'))).filter(({ name }) =>
      isAsked(values.programs, name),
    );
    return {
      pdf: isAsked(values.kinds, 'pdf') ? await rowsOf(readers, 'pdf') : [],
      others: await rowsOfKinds(readers),
    };
  });
  const heads = ['order', 'tables', 'headings'].flatMap((name) => [`${name}, tuned`, `${name}, others`]);
  if (values.write && pdf.length > 0)
    await writeTable('suites', [['', ...heads, 'facts, tuned', 'facts, others', 'ms a page'], ...pdf]);
  if (values.write && others.length > 0)
    await writeTable('office', [['', ...heads, 'ms a document'], ...others]);
} finally {
  if (values.keep === undefined) await rm(dir, { recursive: true, force: true });
}

async function rowsOfKinds(readers: readonly MarkdownReader[]): Promise<string[][]> {
  const rows: string[][] = [];
  if (values.docling === undefined) return rows;
  for (const kind of Object.keys(kinds) as Kind[]) {
    if (kind === 'pdf' || !isAsked(values.kinds, kind)) continue;
    for (const [name = '', ...scores] of await rowsOf(readers, kind))
      rows.push([`${kind}, ${name}`, ...scores]);
  }
  return rows;
}

async function rowsOf(readers: readonly MarkdownReader[], kind: Kind): Promise<string[][]> {
  const rows: string[][] = [];
  for (const reader of readers.filter(({ reads }) => kinds[kind].every((ext) => reads.includes(ext)))) {
    rows.push(await rowOf(reader, kind));
    console.log(kind, rows.at(-1)?.join(' · '));
  }
  return rows;
}

async function rowOf(reader: MarkdownReader, kind: Kind): Promise<string[]> {
  const results = path.join(dir, reader.name);
  await mkdir(results, { recursive: true });
  const times = { pages: 0, ms: 0 };
  const read = async (file: string, pages: number): Promise<string> => {
    const result = path.join(results, `${path.basename(file)}.md`);
    const start = performance.now();
    try {
      await reader.read(file, result);
    } catch (error) {
      list(reader.name, path.basename(file), String(error).slice(0, 200));
      return '';
    }
    times.pages += pages;
    times.ms += performance.now() - start;
    return readFile(result, 'utf8');
  };
  const scores = values.docling === undefined ? [] : await docling(values.docling, kind, read, list);
  const facts =
    values.olmocr === undefined || kind !== 'pdf' ? [] : await olmocr(values.olmocr, read, dir, list);
  return [reader.name, ...scores, ...facts, times.pages > 0 ? (times.ms / times.pages).toFixed(0) : '–'];
}

async function writeTable(mark: string, rows: readonly (readonly string[])[]): Promise<void> {
  const text = await readFile(docs, 'utf8');
  const [before = '', after = ''] = text.split(
    new RegExp(`(?<=<!-- ${mark} -->\\n)[^]*(?=<!-- /${mark} -->)`),
  );
  await writeFile(docs, `${before}\n${markdownTable(rows)}\n\n${after}`);
}
