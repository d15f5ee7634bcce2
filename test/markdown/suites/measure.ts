/**
 * Scores Markdown from PDFs with two public suites: `node test/markdown/suites/measure.ts --docling FOLDER --olmocr
 * FOLDER`. Each folder is a checkout of the suite's repository. Every second file of a suite, in the order of the
 * names, was used to tune the conversion. The scores of these files and of the other files are reported separately.
 * `--list` prints the scores of each file, and each failed fact (a statement of olmocr about a page). `--programs`
 * selects programs, `--keep` keeps the Markdown in a folder, and `--write` puts the table into docs/markdown.md.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { withConversions } from '../../../packages/server/src/convert/run/conversions.ts';
import { markdownTable } from '../../docs/markdown-table.ts';
import { readersIn, type MarkdownReader } from '../readers.ts';
import { docling } from './docling.ts';
import { olmocr } from './olmocr.ts';

const { values } = parseArgs({
  options: {
    docling: { type: 'string' },
    olmocr: { type: 'string' },
    programs: { type: 'string' },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const docs = path.resolve(import.meta.dirname, '../../../docs/markdown.md');
const dir = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'protean-suites-')));
const list = values.list ? console.log : () => undefined;

try {
  await mkdir(dir, { recursive: true });
  const rows = await withConversions(loadConfig(), async (conversions) => {
    const readers = await readersIn(conversions, path.join(dir, 'programs'));
    const rows: string[][] = [];
    for (const reader of readers.filter(({ reads }) => reads.includes('pdf'))) {
      if (values.programs && !values.programs.split(',').includes(reader.name)) continue;
      rows.push(await rowOf(reader));
      console.log(rows.at(-1)?.join(' · '));
    }
    return rows;
  });
  const heads = ['order', 'tables', 'headings'].flatMap((name) => [`${name}, tuned`, `${name}, others`]);
  const table = markdownTable([['', ...heads, 'facts, tuned', 'facts, others', 'ms a page'], ...rows]);
  if (values.write) await writeTable(table);
} finally {
  if (values.keep === undefined) await rm(dir, { recursive: true, force: true });
}

async function rowOf(reader: MarkdownReader): Promise<string[]> {
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
  const scores = values.docling === undefined ? [] : await docling(values.docling, read, list);
  const facts = values.olmocr === undefined ? [] : await olmocr(values.olmocr, read, dir, list);
  return [reader.name, ...scores, ...facts, times.pages > 0 ? (times.ms / times.pages).toFixed(0) : '–'];
}

async function writeTable(table: string): Promise<void> {
  const text = await readFile(docs, 'utf8');
  await writeFile(docs, text.replace(/(<!-- suites -->\n)[^]*(<!-- \/suites -->)/, `$1\n${table}\n\n$2`));
}
