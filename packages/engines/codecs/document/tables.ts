/** Converts pandoc's tables to table blocks. */
import type { Cell, TableBlock } from '../../shared/document/model.ts';
import type { AstBlock, AstRow, AstTable } from './pandoc-ast.ts';

interface Rows {
  rows: readonly AstRow[];
  /** Number of header rows at the top. */
  heads: number;
}

export function rowsOf([, , , [, headRows], bodies, [, footRows]]: AstTable): Rows {
  // pandoc adds an empty row of headers to a table without headers.
  const above = headRows.every(([, cells]) => cells.every(([, , , , blocks]) => blocks.length === 0))
    ? []
    : headRows;
  const rows = [...above, ...bodies.flatMap(([, , head, body]) => [...head, ...body]), ...footRows];
  const heads = above.length > 0 ? above.length : (bodies[0]?.[2].length ?? 0);
  // If Word marks all rows of a table as header rows, only the first row is treated as a header.
  return { rows, heads: heads >= rows.length ? Math.min(1, heads) : heads };
}

/**
 * Maximum number of letters in a cell whose heading is treated as a label of the table's data. If a cell with a heading
 * has more than 100 letters, the table only arranges content on the page.
 */
const longestLabel = 100;

/**
 * Returns the content of a layout table, or undefined for a table of data. A layout table only arranges content on a
 * page. The rules for layout tables are the same as in `markdown_tables.lua`.
 */
export function layoutContent({ rows, heads }: Rows): readonly AstBlock[] | undefined {
  const contents = rows.flatMap(([, cells]) => cells.map(([, , , , blocks]) => blocks));
  const blocks = contents.flat();
  const has = (kind: string) => blocks.some(({ t }) => t === kind);
  const isShort = hasShortCells(rows);
  const inner = blocks.flatMap((block) => (block.t === 'Table' ? [rowsOf(block.c).rows] : []));
  const isLayout =
    contents.filter((one) => one.length > 0).length <= 1 ||
    has('HorizontalRule') ||
    has('BlockQuote') ||
    (has('Header') && !isShort) ||
    (inner.length > 0 && heads === 0 && !(isShort && inner.every(hasShortCells)));
  return isLayout ? blocks : undefined;
}

/** Returns whether each row has several cells with short texts. A heading in a cell with a short text is a label. */
const hasShortCells = (rows: readonly AstRow[]): boolean =>
  rows.length > 1 &&
  rows.every(
    ([, cells]) =>
      cells.length > 1 &&
      cells.every(([, , , , blocks]) => blocks.length <= 2 && lettersIn(blocks) <= longestLabel),
  );

/** Returns the number of letters in a part of the document. */
function lettersIn(part: unknown): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, one) => sum + lettersIn(one), 0);
  if (typeof part !== 'object' || part === null || !('t' in part)) return 0;
  if (part.t === 'Space' || part.t === 'SoftBreak') return 1;
  if (!('c' in part)) return 0;
  return typeof part.c === 'string' ? part.c.length : lettersIn(part.c);
}

const alignments: Readonly<Record<string, 'left' | 'right' | 'center'>> = {
  AlignLeft: 'left',
  AlignRight: 'right',
  AlignCenter: 'center',
};

/**
 * Maximum number of rows or columns that a cell spans. Some files declare spans that are far larger than this maximum.
 */
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
