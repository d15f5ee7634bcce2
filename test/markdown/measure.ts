/**
 * Measures conversions to Markdown: each program converts documents that were rendered from known Markdown, and the
 * results are compared with the original. `--write` puts the table into docs/markdown.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../packages/server/src/config.ts';
import { withConversions } from '../../packages/server/src/convert/run/conversions.ts';
import { markdownTable } from '../docs/markdown-table.ts';
import { factsOf } from '../pdf-out/facts.ts';
import { syntaxOf } from '../pdf-out/printing.ts';
import { scoresOf, type Scores } from '../pdf-out/scores.ts';
import { formats, renderAll } from './documents.ts';
import { readersIn } from './readers.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const columns = ['words', 'headings', 'tables', 'lists', 'links', 'pictures'] as const;
const docs = path.resolve(import.meta.dirname, '../../docs/markdown.md');

const dir = await mkdtemp(path.join(tmpdir(), 'protean-markdown-'));
try {
  const rows = await withConversions(loadConfig(), async (conversions) => {
    const readers = await readersIn(conversions, path.join(dir, 'programs'));
    const measured: string[][] = [];
    for (const format of formats.filter((one) => one.includes(values.only))) {
      const rendered = await renderAll(format, path.join(dir, format));
      for (const reader of readers.filter(({ reads }) => reads.includes(format))) {
        const scores: Scores[] = [];
        for (const { source, file, heads } of rendered) {
          const result = `${file}.${reader.name}.md`;
          await reader.read(file, result);
          scores.push(scoresOf(await factsOf(source, syntaxOf(source)), await factsOf(result, 'gfm'), heads));
        }
        measured.push(rowOf(`${format}, ${reader.name}`, scores));
        console.log(measured.at(-1)?.join(' '));
      }
    }
    return measured;
  });
  if (values.write) await writeTable(markdownTable([['', ...columns, 'around'], ...rows]));
} finally {
  await rm(dir, { recursive: true, force: true });
}

/**
 * Returns a table row with the mean of each score. A mean includes only the documents with the scored kind of content,
 * such as tables.
 */
function rowOf(name: string, scores: readonly Scores[]): string[] {
  const means = columns.map((column) => {
    const known = scores.flatMap((one) => one[column] ?? []);
    const sum = known.reduce((total, one) => total + one, 0);
    return known.length > 0 ? (sum / known.length).toFixed(2).replace(/^0/, '') : '–';
  });
  return [name, ...means, String(scores.reduce((sum, { heads }) => sum + heads, 0))];
}

async function writeTable(table: string): Promise<void> {
  const text = await readFile(docs, 'utf8');
  await writeFile(docs, text.replace(/(<!-- measured -->\n)[^]*(<!-- \/measured -->)/, `$1\n${table}\n\n$2`));
}
