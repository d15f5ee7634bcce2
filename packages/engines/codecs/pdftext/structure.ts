/** The structure step: recognizes headings, paragraphs, lists, tables and pictures on the pages of a PDF. */
import type { Block } from './blocks.ts';
import { withFootnotes } from './footnotes.ts';
import { joinBlocks } from './joins.ts';
import { pageBlocks } from './page-blocks.ts';
import type { Page, PageWithoutGlyphs, PdfPages } from './page-data.ts';
import { pieceText, piecesOf, type Piece } from './pieces.ts';
import { runningHeads } from './running-heads.ts';
import { TextStyle } from './text-style.ts';

export interface ReadPage {
  page: PageWithoutGlyphs;
  pieces: Piece[];
}

/** Returns the pages with their glyphs joined to pieces. */
export const readPages = (pages: Iterable<Page>): ReadPage[] =>
  Array.from(pages, ({ glyphs, ...page }) => ({ page, pieces: piecesOf(glyphs) }));

/** Returns the blocks of all pages in reading order. */
export function structureOf(read: readonly ReadPage[], outline: PdfPages['outline']): Block[] {
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
