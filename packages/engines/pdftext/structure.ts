/** The structure step: from what the pages of a PDF show to headings, paragraphs, lists, tables and pictures. */
import type { Block } from './blocks.ts';
import { withFootnotes } from './footnotes.ts';
import { joinBlocks } from './joins.ts';
import { pageBlocks } from './page-blocks.ts';
import type { PdfPages } from './page-data.ts';
import { pieceText, piecesOf } from './pieces.ts';
import { runningHeads } from './running-heads.ts';
import { TextStyle } from './text-style.ts';

/** The blocks of all pages in reading order. */
export function structureOf({ pages, outline }: PdfPages): Block[] {
  const read = pages.map((page) => ({ page, pieces: piecesOf(page) }));
  const dropped = runningHeads(read);
  const kept = read.map(({ page, pieces }) => ({
    page,
    pieces: pieces.filter((piece) => !dropped.has(piece)),
  }));
  const lines = kept.flatMap(({ pieces }) =>
    pieces.map((piece) => ({ size: piece.size, text: pieceText(piece) })),
  );
  const style = new TextStyle(lines, outline);
  return joinBlocks(withFootnotes(kept.flatMap(({ page, pieces }) => pageBlocks(page, pieces, style))));
}
