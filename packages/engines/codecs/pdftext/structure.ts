/** The structure step: derives the block model of a PDF from the contents of its pages. */
import { isFurniture, merged, type Block, type DocumentBlocks, type FurnitureBlock } from './blocks.ts';
import { withFootnotes } from './footnotes.ts';
import { joinBlocks } from './joins.ts';
import { pageBlocks, type ReadPage } from './page-blocks.ts';
import type { Outline, Page } from './page-data.ts';
import { isMonospaced, pieceText, piecesOf, turnedPieces, type Piece } from './pieces.ts';
import { runningHeads } from './heads/running.ts';
import { withLevelsByStyle } from './headings/looks.ts';
import { plausibleHeadings } from './headings/plausible.ts';
import { withStyledHeadings } from './headings/styled.ts';
import { HeadingTags } from './headings/tags.ts';
import { TextStyle } from './headings/text-style.ts';

/** Returns the page with its glyphs joined to pieces. With `formulas`, formulas are converted to TeX. */
export const readPage = ({ glyphs, turned = [], ...page }: Page, { formulas = false } = {}): ReadPage => ({
  page,
  pieces: piecesOf(glyphs, formulas ? { formulas: page.shapes } : {}),
  turned: turned.flatMap(turnedPieces),
});

/** Returns the blocks of all pages in reading order. */
export function structureOf(read: readonly ReadPage[], outline: Outline): DocumentBlocks {
  const found = runningHeads(read);
  // If every page contains only repeated text, such as labels, the repeated text is the content of the document.
  const isAll = read.every(({ pieces }) => pieces.every((piece) => found.pieces.has(piece)));
  const running = isAll ? { pieces: new Set<Piece>(), blocks: [] } : found;
  const kept = read.map(({ pieces, ...rest }) => ({
    ...rest,
    pieces: pieces.filter((piece) => !running.pieces.has(piece)),
  }));
  const lines = kept.flatMap(({ page, pieces }) =>
    pieces.map((piece) => ({
      ...{ size: piece.size, text: pieceText(piece), page: page.number },
      mono: isMonospaced(piece),
    })),
  );
  const style = new TextStyle(lines, outline);
  const tags = new HeadingTags(kept);
  const blocks = kept.flatMap((page) => pageBlocks(page, { style, tags }));
  const styled = tags.areComplete ? blocks : withStyledHeadings(blocks, style);
  const headings = plausibleHeadings(styled, style.body);
  const body = joinBlocks(withFootnotes(withLevelsByStyle(headings).map(withoutBold)));
  return {
    pages: read.map(({ page: { number, width, height, kind, recognized, fields = [] } }) => ({
      ...{ number, width, height, kind, fields },
      ...(recognized ? { recognized } : {}),
    })),
    blocks: withFurniture(body, running.blocks),
  };
}

/** Removes bold from a heading, because targets display headings in their own style. */
const withoutBold = (block: Block): Block =>
  block.kind === 'heading'
    ? { ...block, spans: merged(block.spans.map((span) => ({ ...span, bold: false }))) }
    : block;

/**
 * Inserts the running heads of a page before its first block. Inserts the running feet and page numbers of a page after
 * the last block that begins on this page.
 */
function withFurniture(body: readonly Block[], furniture: readonly FurnitureBlock[]): Block[] {
  const order = (block: Block) => (!isFurniture(block) ? 1 : block.kind === 'page_head' ? 0 : 2);
  return [...body, ...furniture].sort((one, two) => one.page - two.page || order(one) - order(two));
}
