/** Converts pandoc's tables to table blocks. */
import type { Cell, TableBlock } from '../../shared/document/model.ts';
import type { AstBlock, AstRow, AstTable } from './pandoc-ast.ts';

/** Types of blocks that occur only in layout tables, with which a page arranges its content. */
const ofLayout = new Set(['Header', 'Table', 'HorizontalRule', 'BlockQuote']);

interface Rows {
  rows: readonly AstRow[];
  /** Number of header rows at the top. */
  heads: number;
}

export function rowsOf([, , , [, headRows], bodies, [, footRows]]: AstTable): Rows {
  const rows = [...headRows, ...bodies.flatMap(([, , head, body]) => [...head, ...body]), ...footRows];
  const heads = headRows.length > 0 ? headRows.length : (bodies[0]?.[2].length ?? 0);
  // In some tables, Word marks all rows as repeated on each page. Then only the first row counts as a header.
  return { rows, heads: heads >= rows.length ? Math.min(1, heads) : heads };
}

/** Returns the content of a layout table, or undefined for a table of data. */
export function layoutContent({ rows }: Rows): readonly AstBlock[] | undefined {
  const contents = rows.flatMap(([, cells]) => cells.map(([, , , , blocks]) => blocks));
  const blocks = contents.flat();
  const isLayout =
    blocks.some(({ t }) => ofLayout.has(t)) || contents.filter((one) => one.length > 0).length <= 1;
  return isLayout ? blocks : undefined;
}

const alignments: Readonly<Record<string, 'left' | 'right' | 'center'>> = {
  AlignLeft: 'left',
  AlignRight: 'right',
  AlignCenter: 'center',
};

/** Maximum number of rows or columns that a cell spans. Some files declare far more. */
const maxSpan = 10_000;

/** Returns the cells with their positions, and the size of the table. `content` returns the text of a cell. */
export function cellsOf(
  table: AstTable,
  { rows, heads }: Rows,
  content: (blocks: readonly AstBlock[]) => Pick<Cell, 'text' | 'runs'>,
): Pick<TableBlock, 'rows' | 'columns' | 'cells' | 'align'> {
  const taken = new Set<string>();
  const cells: Cell[] = [];
  let width = table[2].length;
  for (const [y, [, given]] of rows.entries()) {
    let x = 0;
    for (const [, , high, wide, blocks] of given) {
      while (taken.has(`${x},${y}`)) x += 1;
      const down = Math.max(1, Math.min(high, rows.length - y, maxSpan));
      const right = Math.max(1, Math.min(wide, maxSpan));
      for (let r = y; r < y + down; r += 1) for (let c = x; c < x + right; c += 1) taken.add(`${c},${r}`);
      cells.push({
        row: y,
        column: x,
        ...(down > 1 ? { rows: down } : {}),
        ...(right > 1 ? { columns: right } : {}),
        ...(y < heads ? { header: true as const } : {}),
        ...content(blocks),
      });
      x += right;
      width = Math.max(width, x);
    }
  }
  const align = table[2].map(([{ t }]) => alignments[t] ?? null);
  return {
    rows: rows.length,
    columns: width,
    cells,
    ...(align.some((one) => one !== null) ? { align } : {}),
  };
}
