/** The structure step: derives the block model of a PDF from the contents of its pages. */
import { isFurniture, type Block, type DocumentBlocks, type FurnitureBlock } from './blocks.ts';
import { withFootnotes } from './footnotes.ts';
import { joinBlocks } from './joins.ts';
import { pageBlocks } from './page-blocks.ts';
import type { Page, PageWithoutGlyphs, PdfPages } from './page-data.ts';
import { kindOf } from './page-kind.ts';
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
export function structureOf(read: readonly ReadPage[], outline: PdfPages['outline']): DocumentBlocks {
  const running = runningHeads(read);
  const kept = read.map(({ page, pieces }) => ({
    page,
    pieces: pieces.filter((piece) => !running.pieces.has(piece)),
  }));
  const lines = kept.flatMap(({ pieces }) =>
    pieces.map((piece) => ({ size: piece.size, text: pieceText(piece) })),
  );
  const style = new TextStyle(lines, outline);
  const body = joinBlocks(withFootnotes(kept.flatMap(({ page, pieces }) => pageBlocks(page, pieces, style))));
  return {
    pages: read.map(({ page, pieces }) => ({
      number: page.number,
      width: page.width,
      height: page.height,
      kind: kindOf(page, pieces),
    })),
    blocks: withFurniture(body, running.blocks),
  };
}

/** Inserts the heads of a page before its first block, and the other furniture after the last block that begins on it. */
function withFurniture(body: readonly Block[], furniture: readonly FurnitureBlock[]): Block[] {
  const order = (block: Block) => (!isFurniture(block) ? 1 : block.kind === 'page_head' ? 0 : 2);
  return [...body, ...furniture].sort((one, two) => one.page - two.page || order(one) - order(two));
}
