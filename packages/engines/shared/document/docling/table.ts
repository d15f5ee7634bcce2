/** Writes the cells of tables in docling's format. */
import type { Cell, TableBlock } from '../model.ts';

/**
 * Header cells in the rows at the top are column headers. In all rows below the column headers, header cells are row
 * headers.
 */
export function tableData({ rows, columns, cells }: TableBlock) {
  const heads = headRows(cells);
  return {
    table_cells: cells.map((cell) => {
      const { row, column, rows: down = 1, columns: across = 1, header = false, text } = cell;
      return {
        row_span: down,
        col_span: across,
        start_row_offset_idx: row,
        end_row_offset_idx: row + down,
        start_col_offset_idx: column,
        end_col_offset_idx: column + across,
        text,
        column_header: header && row < heads,
        row_header: header && row >= heads,
        row_section: false,
      };
    }),
    num_rows: rows,
    num_cols: columns,
  };
}

/** Returns the number of rows at the top that have only header cells. */
function headRows(cells: readonly Cell[]): number {
  const body = cells.filter(({ header }) => !header).map(({ row }) => row);
  return body.length > 0 ? Math.min(...body) : Infinity;
}
