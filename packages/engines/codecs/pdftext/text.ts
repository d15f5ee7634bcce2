/** Writes blocks as plain text, and writes the tables among the blocks as rows of strings. */
import { bodyOf, type Block, type Cell, type Table } from './blocks.ts';
import { textOf } from './pieces.ts';

/**
 * Returns the text of the blocks. An empty line separates blocks, a tab separates cells, and list items begin with
 * their marks.
 */
export function textOfBlocks(blocks: readonly Block[]): string {
  const parts = bodyOf(blocks).flatMap((block, n, body): string[] => {
    if (block.kind === 'figure') return [];
    if (block.kind === 'table')
      return [
        `${gridOf(block.table)
          .map((row) => row.join('\t'))
          .join('\n')}\n`,
      ];
    const text = `${block.kind === 'footnote' ? block.note : ''} ${textOf(block.spans)}`.trim();
    if (block.kind !== 'item') return [`${text}\n`];
    const mark = block.number === undefined ? '-' : `${block.number}.`;
    const close = body[n + 1]?.kind === 'item' ? '' : '\n';
    return [`${'  '.repeat(block.depth)}${mark} ${text}${close}`];
  });
  return `${parts.join('\n').trimEnd()}\n`;
}

/** Returns the tables among the blocks. All rows of a table have the same number of strings. */
export function tablesOf(blocks: readonly Block[]): string[][][] {
  return blocks.flatMap((block) => (block.kind === 'table' ? [gridOf(block.table)] : []));
}

/** Returns the cells of a table with the column and row in which each begins. */
export function cellsOf({ rows }: Table): { x: number; y: number; cell: Cell }[] {
  const taken = new Set<string>();
  return rows.flatMap((row, y) => {
    let x = 0;
    return row.map((cell) => {
      while (taken.has(`${x},${y}`)) x += 1;
      const place = { x, y, cell };
      for (let r = y; r < y + cell.rows; r += 1)
        for (let c = x; c < x + cell.columns; c += 1) taken.add(`${c},${r}`);
      x += cell.columns;
      return place;
    });
  });
}

/**
 * Returns the rows of a table. If a cell spans several columns or rows, its text is in the first of the fields that it
 * covers.
 */
function gridOf(table: Table): string[][] {
  const lines = table.rows.map(() => Array.from({ length: table.width }, () => ''));
  for (const { x, y, cell } of cellsOf(table)) {
    const line = lines[y];
    if (line) line[x] = textOf(cell.spans).trim();
  }
  return lines;
}

/** Returns the tables as CSV, one after the other, with an empty line between two tables. */
export function csvOf(tables: readonly string[][][]): string {
  const quote = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return tables.map((rows) => rows.map((row) => `${row.map(quote).join(',')}\n`).join('')).join('\n');
}

/** Returns a sheet for each table. Cells that are certainly numbers become numbers. */
export function sheetsOf(tables: readonly string[][][]): Record<string, (string | number | null)[][]> {
  const typed = (text: string) =>
    /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) ? Number(text) : text || null;
  return Object.fromEntries(tables.map((rows, n) => [`Table ${n + 1}`, rows.map((row) => row.map(typed))]));
}
