/** JSON and NDJSON row by row, as `json.ts` and `ndjson.ts` write them whole. */
import { jsonScalar } from '../json.ts';
import type { Scalar } from '../value.ts';
import type { Row, TableWriter } from './table.ts';
import { TextFile } from './text-file.ts';

export const writeJson: TableWriter = async (file, { columns, batches }, { indent = 2 }) => {
  const newline = (level: number) => (indent > 0 ? `\n${' '.repeat(indent * level)}` : '');
  const write = rowWriter(columns, indent > 0 ? ': ' : ':', newline(2), newline(1));
  using written = new TextFile(file);
  let separator = '[';
  for await (const rows of batches())
    for (const row of rows) {
      written.write(separator + newline(1) + write(row));
      separator = ',';
    }
  written.write(separator === '[' ? '[]\n' : `${newline(0)}]\n`);
};

export const writeNdjson: TableWriter = async (file, { columns, batches }) => {
  const write = rowWriter(columns, ':', '', '');
  using written = new TextFile(file);
  for await (const rows of batches()) for (const row of rows) written.write(`${write(row)}\n`);
  if (written.isEmpty) written.write('\n');
};

/** `inner` goes before each member, `outer` behind the last. */
function rowWriter(columns: readonly string[], colon: string, inner: string, outer: string) {
  const keys = columns.map((name, n) => `${n === 0 ? '' : ','}${inner}${JSON.stringify(name)}${colon}`);
  return (row: Row) => {
    let text = '{';
    for (let n = 0; n < row.length; n += 1) text += (keys[n] ?? '') + jsonScalar((row[n] ?? null) as Scalar);
    return `${text}${row.length > 0 ? outer : ''}}`;
  };
}
