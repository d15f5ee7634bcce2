/** Finds the blocks of one page: tables and pictures first, then columns, then the text in each column. */
import type { Block } from './blocks.ts';
import { around, holds } from './boxes.ts';
import { regionsOf, type Element } from './columns.ts';
import type { Box, PageWithoutGlyphs, Picture } from './page-data.ts';
import { isMonospaced, pieceText, type Piece } from './pieces.ts';
import { rowsOf, type Row } from './rows.ts';
import { filledBoxes, gridsOf, rulingsOf } from './tables/rulings.ts';
import { withAlignedRows } from './tables/aligned-rows.ts';
import { contentsLength, contentsTable } from './tables/contents.ts';
import { rowsBetweenRules } from './tables/between-rules.ts';
import { withFilledHeader } from './tables/filled-header.ts';
import { openTable, tableLength, type OpenTable, type Separators } from './tables/open.ts';
import { ruledTable } from './tables/ruled.ts';
import { textBlocks } from './text-blocks.ts';
import { toLine, type Surroundings, type TextLine } from './text-lines.ts';
import { captionedDrawings } from './headings/drawings.ts';
import type { HeadingTags } from './headings/tags.ts';
import type { TextStyle } from './headings/text-style.ts';

export interface ReadPage {
  page: PageWithoutGlyphs;
  pieces: Piece[];
  /** Rotated text, which is read only in cells of tables. */
  turned: Piece[];
}

type Part =
  | (Element & { kind: 'piece'; piece: Piece })
  | (Element & { kind: 'table'; table: OpenTable })
  | (Element & { kind: 'picture'; picture: Picture });

export function pageBlocks(
  { page, pieces, turned }: ReadPage,
  { style, tags }: { style: TextStyle; tags: HeadingTags },
): Block[] {
  const rulings = rulingsOf(page.shapes);
  const tables: OpenTable[] = [];
  let left = [...pieces];
  const fills = filledBoxes(page.shapes);
  for (const grid of gridsOf(rulings).map((one) => withFilledHeader(one, fills))) {
    const found = ruledTable(grid, left, turned);
    if (!found) continue;
    tables.push({ table: found.table, box: grid.box, rtl: found.rtl });
    left = found.left;
  }
  const rtl = left.filter((piece) => piece.rtl).length * 2 > left.length;
  const shown = page.pictures.filter((picture) => picture.file && !isBackground(picture.box, page, left));
  const parts: Part[] = [
    ...left.map((piece): Part => ({
      kind: 'piece',
      piece,
      box: piece.box,
      words: wordsOf(piece),
      y: piece.y,
      size: piece.size,
    })),
    ...tables.map((table): Part => ({ kind: 'table', table, box: table.box, words: 0 })),
    ...shown
      .filter(({ box }) => !isBehindText(box, left))
      .map((picture): Part => ({ kind: 'picture', picture, box: picture.box, words: 0 })),
  ];
  const separators = { level: rulings.level, fills };
  const dots = page.shapes.filter(({ kind, box }) => isDot(kind, box)).map(({ box }) => box);
  const strokes = page.shapes
    .map(({ box }) => box)
    .filter(([x0, y0, x1, y1]) => y1 - y0 < mostStroke && x1 - x0 > y1 - y0);
  const drawings = captionedDrawings(page.shapes, left, { page, body: style.body });
  // A picture behind text is not a part of the layout.
  const behind = shown.filter(({ box }) => isBehindText(box, left));
  const figures = behind.map((picture): Block => ({
    kind: 'figure',
    page: page.number,
    box: picture.box,
    picture,
  }));
  const blocks = regionsOf(parts, rtl).flatMap((region, n, regions) => {
    const isFollowed = isBelow(regions[n + 1], region);
    const surroundings = { style, tags, page: page.number, dots, strokes, drawings, isFollowed };
    const blocks = regionBlocks(region, separators, surroundings);
    return blocks.map((block, n) => (n === 0 ? { ...block, opens: true } : block));
  });
  return [...figures, ...blocks];
}

/** Returns whether a line ends above a table. A line that touches the table is a header cell above several columns. */
const isAbove = (row: Row | undefined, table: Box) => row !== undefined && row.box[3] < table[1];

/** Maximum height of a stroke that underlines text, in points. */
const mostStroke = 2;

/** Returns whether a region begins below the end of the region before it. */
function isBelow(region: readonly Part[] | undefined, before: readonly Part[]): boolean {
  if (!region) return false;
  return around(region.map(({ box }) => box))[1] >= around(before.map(({ box }) => box))[3] - 1;
}

/** Typical length of a word, including the space after it. */
const usualWord = 9;

/**
 * Returns the number of words, estimated from the number of letters if spaces are missing. Chinese and Japanese are
 * written without spaces between words, and some text layers omit spaces.
 */
function wordsOf(piece: Piece): number {
  const text = pieceText(piece);
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return Math.max(piece.words.length, wide / 2, text.length / usualWord);
}

function isDot(kind: string, [x0, y0, x1, y1]: Box): boolean {
  const [wide, high] = [x1 - x0, y1 - y0];
  return (
    kind !== 'line' && wide > 1 && high > 1 && wide < 8 && high < 8 && wide / high < 1.5 && high / wide < 1.5
  );
}

/**
 * Returns whether a picture is behind the text of a whole page, as in a scan with a text layer. A picture behind the
 * text of a whole page is not a figure.
 */
function isBackground(
  [x0, y0, x1, y1]: Box,
  { width, height }: PageWithoutGlyphs,
  pieces: readonly Piece[],
): boolean {
  if ((x1 - x0) * (y1 - y0) < 0.6 * width * height) return false;
  return isBehindText([x0, y0, x1, y1], pieces);
}

const isBehindText = (picture: Box, pieces: readonly Piece[]) =>
  pieces.filter(({ box }) => holds(picture, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)).length > 3;

function regionBlocks(region: readonly Part[], separators: Separators, surroundings: Surroundings): Block[] {
  const blocks: Block[] = [];
  const others = region.filter((part) => part.kind !== 'piece');
  let rows: Row[] = [];
  const flush = (isFollowed = surroundings.isFollowed ?? false) => {
    blocks.push(...rowBlocks(rows, separators, { ...surroundings, isFollowed }));
    rows = [];
  };
  for (const row of rowsOf(region.flatMap((part) => (part.kind === 'piece' ? [part.piece] : [])))) {
    while (others[0] && placeOf(others[0]) < row.y) {
      flush(others[0].kind === 'table' && isAbove(rows.at(-1), others[0].box));
      blocks.push(...otherBlock(others.shift(), surroundings.page));
    }
    rows.push(row);
  }
  flush();
  for (const other of others) blocks.push(...otherBlock(other, surroundings.page));
  return blocks;
}

/**
 * Returns the vertical position by which parts are sorted. A picture is sorted by its top edge, so that a picture
 * beside a paragraph comes before the paragraph.
 */
const placeOf = ({ kind, box }: Part) => (kind === 'picture' ? box[1] : (box[1] + box[3]) / 2);

function otherBlock(part: Part | undefined, page: number): Block[] {
  if (part?.kind === 'table') {
    const { table, box, rtl } = part.table;
    return [{ kind: 'table', page, box, table, rtl }];
  }
  return part?.kind === 'picture' ? [{ kind: 'figure', page, box: part.box, picture: part.picture }] : [];
}

function rowBlocks(lineRows: readonly Row[], separators: Separators, surroundings: Surroundings): Block[] {
  const rows = withAlignedRows(lineRows);
  const blocks: Block[] = [];
  let lines: TextLine[] = [];
  const flush = (isFollowed = true) => {
    if (lines.length > 0) blocks.push(...textBlocks(lines, { ...surroundings, isFollowed }));
    lines = [];
  };
  for (let at = 0; at < rows.length;) {
    const entries = contentsLength(rows, at);
    if (entries > 0) {
      flush();
      const contents = contentsTable(rows.slice(at, at + entries));
      blocks.push({ kind: 'table', page: surroundings.page, ...contents });
      at += entries;
      continue;
    }
    // Does not search for tables in code. Monospaced rows are code, unless the whole document is monospaced.
    const isCode = !surroundings.style.isTypewritten && rows[at]?.pieces.every(isMonospaced);
    const ruled = isCode ? undefined : rowsBetweenRules(rows, at, separators.level);
    const length = isCode ? 0 : Math.max(ruled?.length ?? 0, tableLength(rows, at));
    if (length > 0) {
      flush(isAbove(rows[at - 1], around(rows.slice(at, at + length).map(({ box }) => box))));
      const table = openTable(rows.slice(at, at + length), separators, ruled?.headers);
      blocks.push({ kind: 'table', page: surroundings.page, ...table });
      at += length;
      continue;
    }
    const row = rows[at];
    if (row) lines.push(toLine(row, surroundings));
    at += 1;
  }
  flush(surroundings.isFollowed);
  return blocks;
}
