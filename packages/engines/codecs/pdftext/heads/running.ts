/** Finds running heads, running feet and page numbers: text at the edge of many pages. */
import type { FurnitureBlock } from '../blocks.ts';
import { around } from '../boxes.ts';
import type { PageWithoutGlyphs } from '../page-data.ts';
import { pieceText, type Piece } from '../pieces.ts';
import { bodyTextOf, isSingleHead, type EdgeLine } from './single.ts';
import { lineSpans } from '../tables/line-spans.ts';

/**
 * Height of the areas at the top and bottom of a page that may contain running heads and feet, as a share of the page
 * height.
 */
const margin = 0.13;

const pageNumber = /^\W*((page|seite|p\.) ?)?(\d{1,4}|[ivxl]{1,6})(( of | \/ |\/| von )\d{1,4})?\W*$/i;

/** Returns the running heads, running feet and page numbers of `pages`. */
export function runningHeads(pages: readonly { page: PageWithoutGlyphs; pieces: readonly Piece[] }[]): {
  pieces: ReadonlySet<Piece>;
  blocks: FurnitureBlock[];
} {
  const lines = pages.flatMap(({ page, pieces }, n) => edgeLines(page, pieces, n));
  const dropped = new Set<EdgeLine>();
  const byText = groupBy(lines, ({ text, slot }) => `${text}|${slot.split(' ')[0] ?? ''}`);
  const slots = new Map<string, Set<number>>();
  const drop = (line: EdgeLine) => {
    dropped.add(line);
    slots.set(line.slot, (slots.get(line.slot) ?? new Set()).add(line.page));
  };
  for (const group of byText.values()) {
    const on = new Set(group.map(({ page }) => page)).size;
    const enough = pages.length < 3 ? 2 : Math.max(2, Math.min(3, 0.3 * pages.length));
    if (on >= enough) group.filter(({ gap }) => gap > 0.6).forEach(drop);
  }
  // A short chapter repeats its running head on too few pages for the repetition to be noticed. The running head of a
  // short chapter is found by its position, because all running heads have the same position.
  for (const line of lines) {
    const usual = (slots.get(line.slot)?.size ?? 0) > 0.4 * pages.length;
    if (usual && line.gap > 0.8) drop(line);
    else if (isPageNumber(line) && line.gap > 1.2) drop(line);
  }
  const text = bodyTextOf(pages.flatMap(({ pieces }) => pieces));
  for (const line of lines) if (isSingleHead(line, text)) drop(line);
  const found = [...dropped].sort((one, two) => one.page - two.page || yOf(one) - yOf(two));
  return {
    pieces: new Set(found.flatMap((line) => line.pieces)),
    blocks: found.map((line) => toBlock(line, pages[line.page]?.page.number ?? 0)),
  };
}

const yOf = ({ pieces }: EdgeLine) => pieces[0]?.y ?? 0;

const isPageNumber = ({ pieces }: EdgeLine) => pageNumber.test(pieces.map(pieceText).join(' '));

function toBlock(line: EdgeLine, page: number): FurnitureBlock {
  const { pieces, slot } = line;
  const rtl = pieces.filter((piece) => piece.rtl).length * 2 > pieces.length;
  const words = (rtl ? pieces.toReversed() : pieces).flatMap((piece) => piece.words);
  return {
    kind: isPageNumber(line) ? 'page_number' : slot.startsWith('top') ? 'page_head' : 'page_foot',
    ...{ page, rtl, spans: lineSpans(words), size: pieces[0]?.size ?? 0 },
    box: around(pieces.map(({ box }) => box)),
  };
}

function edgeLines({ height }: PageWithoutGlyphs, pieces: readonly Piece[], page: number): EdgeLine[] {
  const rows = [...groupBy(pieces, ({ y }) => String(Math.round(y))).values()].sort(
    (one, two) => (one[0]?.y ?? 0) - (two[0]?.y ?? 0),
  );
  return rows.flatMap((row, n): EdgeLine[] => {
    const [first] = row;
    if (!first || (first.y > margin * height && first.box[1] < (1 - margin) * height)) return [];
    const atTop = first.y <= margin * height;
    const inwards = atTop ? rows.slice(n) : rows.slice(0, n + 1).reverse();
    const gap = gapInwards(inwards, margin * height);
    const text = row
      .map(pieceText)
      .join(' ')
      .replace(/\d+|\b[ivxl]{1,6}$/g, '#');
    return [
      {
        page,
        pieces: row,
        text,
        slot: `${atTop ? 'top' : 'bottom'} ${Math.round(first.y)} ${Math.round(first.size)}`,
        gap,
        fromEdge: atTop ? n : rows.length - 1 - n,
        rows: rows.length,
        columns: sharedColumns(row, inwards.slice(1, 5).flat()),
        distance: (atTop ? first.y : height - first.y) / height,
      },
    ];
  });
}

/** Returns the number of pieces in `row` that start at the same horizontal position as a piece in `others`. */
const sharedColumns = (row: readonly Piece[], others: readonly Piece[]) =>
  row.filter(({ box }) => others.some((other) => Math.abs(other.box[0] - box[0]) < 2)).length;

/**
 * Returns the widest gap between a line at the edge and the text, in units of the font size. The gap between a running
 * head and the text is wider than the gap between two lines of text.
 */
function gapInwards(rows: readonly (readonly Piece[])[], zone: number): number {
  let widest = 0;
  const start = rows[0]?.[0]?.y ?? 0;
  for (const [n, row] of rows.entries()) {
    const [here, next] = [row[0], rows[n + 1]?.[0]];
    if (!here || Math.abs(here.y - start) > zone / 2) break;
    widest = Math.max(widest, next ? Math.abs(next.y - here.y) / here.size - 1 : 9);
  }
  return widest;
}

function groupBy<One>(all: readonly One[], key: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
