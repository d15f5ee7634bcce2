/** Writes table blocks as pipe tables. Merged cells are repeated, and several header rows become one. */
import type { Cell, TableBlock } from '../model.ts';
import { runsOf } from '../runs.ts';
import { paragraphMarkdown, type MarkOf } from './inline-text.ts';
import { inlinesOf, paragraphsIn, trimmed, wordsOf, type Inline } from './inlines.ts';
import { columnsOf } from './width.ts';

/** The content of a field. Fields of a merged cell share one object. */
interface Field {
  lines: readonly Inline[][];
}

const nothing: Field = { lines: [] };

/** Maximum size of repeated text in bytes. A longer text is not a label, and would fill the table. */
const longestRepeated = 200;
/** Maximum number of fields of a table in which the content of a spanned cell is repeated in every field. */
const mostRepeating = 20_000;

interface Grid {
  rows: readonly (readonly Cell[])[];
  fields: Field[][];
  width: number;
  /** Number of header rows. */
  heads: number;
}

/** Returns the table in Markdown, or the paragraph of the only cell that has content. */
export function tableMarkdown(
  table: TableBlock,
  notes: ReadonlyMap<string, unknown>,
  markOf: MarkOf,
): string[] {
  const grid = gridOf(table, notes);
  const { fields, width } = grid;
  if (fields.length === 0 || width === 0) return [];
  const filled = table.cells.filter((cell) => linesOf(cell, notes).length > 0);
  if (filled.length <= 1)
    return filled.flatMap((cell) => linesOf(cell, notes).map((line) => paragraphMarkdown(line, markOf)));
  const headIsEmpty = fields.slice(0, grid.heads).every((row) => row.every(isEmpty));
  const above = Math.min(grid.heads === 0 || headIsEmpty ? grid.heads + 1 : grid.heads, fields.length);
  const lines = [headerOf(fields.slice(0, above), width)];
  for (const [y, row] of fields.entries())
    if (y >= above && !row.every(isEmpty) && !isOnlyStart(grid, y))
      lines.push(row.map(({ lines }) => joined(lines)));
  const kept = Array.from({ length: width }, (_, x) => x).filter((x) =>
    lines.some((line) => line[x]?.length),
  );
  if (kept.length === 0) return [];
  const cells = lines.map((line) => kept.map((x) => line[x] ?? []));
  // A table needs a header, because an empty header would leave the columns without labels.
  if (cells.length > 2 && cells[0]?.every((cell) => cell.length === 0)) cells.shift();
  return [pipeTable(cells.map((row) => row.map((cell) => cellMarkdown(cell, markOf))))];
}

const isEmpty = ({ lines }: Field) => lines.length === 0;

function linesOf(cell: Cell, notes: ReadonlyMap<string, unknown>): Inline[][] {
  return paragraphsIn(trimmed(inlinesOf(runsOf(cell), notes)));
}

function gridOf(table: TableBlock, notes: ReadonlyMap<string, unknown>): Grid {
  const { columns: width } = table;
  const rows: Cell[][] = Array.from({ length: table.rows }, () => []);
  for (const cell of table.cells) rows[cell.row]?.push(cell);
  const isHead = (row: readonly Cell[]) => row.length > 0 && row.every(({ header }) => header);
  const first = rows.findIndex((row) => !isHead(row));
  const heads = first < 0 ? Math.min(1, rows.length) : first;
  const fields: (Field | undefined)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row) {
      while (fields[y]?.[x]) x += 1;
      const { columns = 1, rows: down = 1 } = cell;
      const field = { lines: linesOf(cell, notes) };
      const isOnce =
        (columns > 1 || down > 1) &&
        ((columns >= width && y >= heads) ||
          width * rows.length > mostRepeating ||
          Buffer.byteLength(field.lines.map(wordsOf).join('')) > longestRepeated);
      for (let at = y; at < Math.min(rows.length, y + down); at += 1)
        for (let right = x; right < Math.min(width, x + columns); right += 1)
          (fields[at] as (Field | undefined)[])[right] = isOnce && (right > x || at > y) ? nothing : field;
      x += columns;
    }
  }
  const full = fields.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? nothing));
  return { rows, fields: full, width, heads };
}

/** Returns the lines of a field as one line, with line breaks between them. */
function joined(lines: readonly (readonly Inline[])[]): Inline[] {
  return lines.flatMap((line, n) => (n > 0 ? [{ kind: 'break' }, ...line] : line));
}

/** Merges header rows into one, from top to bottom. */
function headerOf(rows: readonly (readonly Field[])[], width: number): Inline[][] {
  return Array.from({ length: width }, (_, x) => {
    const header: Inline[] = [];
    let last: Field = nothing;
    for (const row of rows) {
      const field = row[x] ?? nothing;
      if (isBlank(field) || isSame(field, last)) continue;
      if (header.length > 0) header.push({ kind: 'space' }, { kind: 'word', text: '/' }, { kind: 'space' });
      header.push(...joined(field.lines));
      last = field;
    }
    const [only] = header;
    return header.length === 1 && only?.kind === 'strong' ? [...only.content] : header;
  });
}

const isBlank = ({ lines }: Field) =>
  lines.every(
    (line) => !/\S/.test(wordsOf(line)) && !line.some(({ kind }) => kind === 'note' || kind === 'image'),
  );

function isSame(field: Field, last: Field): boolean {
  if (field === last) return true;
  const [words, others] = [field, last].map(({ lines }) =>
    wordsOf(joined(lines).filter(({ kind }) => kind !== 'break')),
  );
  return words !== '' && words === others;
}

/** Returns whether a row has only a merged cell at its start. The rows below repeat the merged cell. */
function isOnlyStart({ rows, fields }: Grid, y: number): boolean {
  const isFilledElsewhere = rows[y]?.some(
    (cell, n) => (fields[y]?.[cell.column] ?? nothing).lines.length > 0 && (n > 0 || (cell.rows ?? 1) < 2),
  );
  const [first = nothing, ...others] = fields[y] ?? [];
  return !isFilledElsewhere && !isEmpty(first) && first === fields[y + 1]?.[0] && others.every(isEmpty);
}

function cellMarkdown(inlines: readonly Inline[], markOf: MarkOf): string {
  return paragraphMarkdown(inlines, markOf).replaceAll('  \n', '<br>').trim();
}

/** Returns the lines of a table. The first row is the header. Columns are padded, so that people can read the text. */
function pipeTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, x) => Math.max(3, ...rows.map((row) => columnsOf(row[x] ?? ''))));
  const line = (row: readonly string[]) =>
    `|${row.map((cell, x) => ` ${cell}${' '.repeat((widths[x] ?? 0) - columnsOf(cell))} `).join('|')}|`;
  const [head = [], ...body] = rows;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
