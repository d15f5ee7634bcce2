/** Converts the used range of a sheet to delimited text, as Excel does. */
import { csvDelimiters, rowWriter, tsvDelimiters } from '../../codecs/data/text/csv.ts';
import type { Options } from '../../contract/options.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { textOfValue, type CellReader } from './cell-text.ts';
import { commentsByRow } from './records.ts';
import type { Sheet } from './workbook.ts';

/** Maximum number of cells of a sheet, with or without content. */
const maxCells = 200_000_000;

export function delimitedText(sheet: Sheet, read: CellReader, to: string, options: Options): string {
  const texts = usedTexts(sheet, read);
  const width = texts.reduce((widest, { length }) => Math.max(widest, length), 0);
  // If the only cell of a sheet is in the last row and column, the file would contain 17 billion commas.
  if (texts.length * width > maxCells) refuse('too_many_cells');
  const write = rowWriter(to === 'tsv' ? tsvDelimiters : csvDelimiters, options);
  const noted = options.comments
    ? commentsByRow(
        sheet.comments,
        [...texts.keys()].map((n) => n + sheet.origin.row),
      )
    : undefined;
  const lines = texts.map((row, n) => {
    const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
    if (noted) cells.push(n === 0 && texts.length > 1 ? 'comments' : (noted.get(n + sheet.origin.row) ?? ''));
    return write(cells.map((text) => ({ text, quoted: false })));
  });
  return lines.join('');
}

/** Returns the cell texts from the first row and column of the used range to the last non-empty cell. */
function usedTexts({ rows, origin }: Sheet, read: CellReader): string[][] {
  const texts: string[][] = [];
  let last = 0;
  for (let row = origin.row; row < rows.length; row += 1) {
    const cells = Array.from(rows[row] ?? [], (cell) => textOfValue(read(cell)));
    const used = cells.slice(origin.column, cells.findLastIndex((text) => text !== '') + 1);
    texts.push(used);
    if (used.length > 0) last = texts.length;
  }
  return texts.slice(0, last);
}
