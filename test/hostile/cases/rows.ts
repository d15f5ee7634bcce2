/** Converts table rows with the fields of hostile cases to `FileCase` objects. */
import type { FileCase } from '../case.ts';

export type Row = readonly [
  name: string,
  kind: FileCase['kind'],
  ext: string,
  to: readonly string[],
  make: FileCase['make'],
  long?: true,
];

export const cases = (table: readonly Row[]): FileCase[] =>
  table.map(([name, kind, ext, to, make, long]) => ({
    name,
    kind,
    ext,
    to,
    make,
    ...(long ? { long } : {}),
  }));
