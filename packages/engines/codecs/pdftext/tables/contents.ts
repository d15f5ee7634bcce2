/** Finds tables of contents: lines whose titles are connected with page numbers by dots. */
import type { Cell } from '../blocks.ts';
import { around } from '../boxes.ts';
import { pieceText, textOf } from '../pieces.ts';
import { rowWords, type Row } from '../rows.ts';
import type { OpenTable } from './open.ts';
import { lineSpans } from './line-spans.ts';

const entry = /^(.*\S.*?(?:[.\u2026\u00b7_]\s?){4,})\s*((?:[A-Z]-)?\d{1,4}|[ivxlc]{1,6})$/i;
/** Maximum distance between two entries, in units of the font size. */
const widestStep = 3.5;

const rowText = ({ pieces }: Row) => pieces.map(pieceText).join(' ');

/** Returns the number of entries from index `at`, or 0 for fewer than 2. */
export function contentsLength(rows: readonly Row[], at: number): number {
  let end = at;
  for (; end < rows.length; end += 1) {
    const [before, row] = [rows[end - 1], rows[end]];
    if (!row || !entry.test(rowText(row))) break;
    if (before && end > at && row.y - before.y > widestStep * Math.max(row.size, before.size)) break;
  }
  return end - at >= 2 ? end - at : 0;
}

/** Returns a table with a column of titles and a column of page numbers. */
export function contentsTable(rows: readonly Row[]): OpenTable {
  const cells = rows.map((row): Cell[] => {
    const [, , page = ''] = entry.exec(rowText(row)) ?? [];
    const spans = lineSpans(rowWords(row));
    const title = textOf(spans).trimEnd().slice(0, -page.length).trimEnd();
    const [style = { bold: false, italic: false, mono: false }] = spans;
    const { bold, italic, mono } = style;
    return [title, page].map((text) => ({ spans: [{ text, bold, italic, mono }], columns: 1, rows: 1 }));
  });
  return {
    table: { rows: cells, width: 2, headers: 0 },
    box: around(rows.map(({ box }) => box)),
    rtl: false,
  };
}
