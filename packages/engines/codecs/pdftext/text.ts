/** Writes blocks as plain text, and their tables as rows of strings. */
import { bodyOf, type Block, type Table } from './blocks.ts';
import { textOf } from './pieces.ts';

/** Returns the text. An empty line separates blocks, a tab separates cells, and list items begin with their marks. */
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

/** Returns the rows of a table. The text of a cell that spans columns or rows is in its first field. */
function gridOf({ rows, width }: Table): string[][] {
  const taken = new Set<string>();
  return rows.map((row, y) => {
    const line: string[] = Array.from({ length: width }, () => '');
    let x = 0;
    for (const { spans, columns, rows: high } of row) {
      while (taken.has(`${x},${y}`)) x += 1;
      line[x] = textOf(spans).trim();
      for (let r = y; r < y + high; r += 1) for (let c = x; c < x + columns; c += 1) taken.add(`${c},${r}`);
      x += columns;
    }
    return line;
  });
}

/** Returns the tables one after the other, with an empty line between them. */
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
