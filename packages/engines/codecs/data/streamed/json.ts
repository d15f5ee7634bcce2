/** Writes JSON and NDJSON row by row, with the same results as `json.ts` and `ndjson.ts`. */
import { jsonScalar } from '../text/json.ts';
import type { Scalar } from '../values/value.ts';
import { writePlainRows, type RowNotation } from './plain/rows.ts';
import type { StreamedTable, TableWriter } from './table.ts';
import { TextFile } from './text-file.ts';

export const writeJson: TableWriter = async (file, table, { indent = 2 }) => {
  const newline = (level: number) => (indent > 0 ? `\n${' '.repeat(indent * level)}` : '');
  const row = `${newline(1)}{`;
  const keys = keysOf(table.columns, newline(2), indent > 0 ? ': ' : ':');
  using written = new TextFile(file);
  await writeRows(written, table, { first: `[${row}`, next: `,${row}`, keys, end: `${newline(1)}}` });
  written.write(written.isEmpty ? '[]\n' : `${newline(0)}]\n`);
};

export const writeNdjson: TableWriter = async (file, table) => {
  using written = new TextFile(file);
  await writeRows(written, table, {
    first: '{',
    next: '{',
    keys: keysOf(table.columns, '', ':'),
    end: '}\n',
  });
  if (written.isEmpty) written.write('\n');
};

function keysOf(columns: readonly string[], before: string, colon: string): string[] {
  return columns.map((name, n) => `${n === 0 ? '' : ','}${before}${JSON.stringify(name)}${colon}`);
}

async function writeRows(written: TextFile, table: StreamedTable, notation: RowNotation): Promise<void> {
  if (table.plain) {
    writePlainRows(written, table.plain, notation);
    return;
  }
  let { first: begin } = notation;
  for await (const rows of table.batches())
    for (const row of rows) {
      let text = begin;
      for (let n = 0; n < row.length; n += 1)
        text += (notation.keys[n] ?? '') + jsonScalar((row[n] ?? null) as Scalar);
      written.write(text + notation.end);
      begin = notation.next;
    }
}
