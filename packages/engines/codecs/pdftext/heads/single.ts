/** Recognizes running heads and feet that are on one page only, for example in an extract or on a title page. */
import { pieceText, wordText, type Piece } from '../pieces.ts';

/** A line in the areas at the top and the bottom of a page. */
export interface EdgeLine {
  page: number;
  pieces: Piece[];
  /** Text in which all numbers are replaced by the same character. */
  text: string;
  /** Key of the line's position on its page. Lines at the same position on other pages have the same key. */
  slot: string;
  gap: number;
  /** Number of rows between the line and the edge of the page, and total number of rows on the page. */
  fromEdge: number;
  rows: number;
  /** Number of pieces that start at the same positions as pieces of the next rows, as in a table. */
  columns: number;
  /** Distance from the edge as a share of the page height. */
  distance: number;
}

interface BodyText {
  size: number;
  font: number | undefined;
}

/** Minimum number of rows on a page that may have a running head. A slide or a card has no running head. */
const leastRows = 8;
const mostWords = 24;
/**
 * Height of the outer margin as a share of the page height. Documents with usual margins have no text in the outer
 * margin.
 */
const outerMargin = 0.075;

const number = /^(?:\d{1,4}|[ivxl]{1,6})$/i;
const source =
  /^(?:\u00a9|\(c\)|copyright\b|downloaded (?:from|on|by)\b|download date\b|https?:|www\.|doi\b|p?issn\b)|all rights reserved|https?:\/\/\S+$/i;

/** Returns the size and the font that most letters have. */
export function bodyTextOf(pieces: readonly Piece[]): BodyText {
  const weights = new Map<string, { size: number; font: number | undefined; letters: number }>();
  for (const piece of pieces) {
    const { size, font } = piece;
    const key = `${Math.round(size * 2)} ${font}`;
    const known = weights.get(key) ?? { size, font, letters: 0 };
    weights.set(key, { ...known, letters: known.letters + pieceText(piece).length });
  }
  const [most] = [...weights.values()].sort((one, two) => two.letters - one.letters);
  return most ?? { size: 0, font: undefined };
}

/**
 * Returns whether a line at the edge is separated from the text, and does not look like the first or last line of the
 * text.
 */
export function isSingleHead(line: EdgeLine, body: BodyText): boolean {
  const { pieces, gap, fromEdge, rows, columns, distance } = line;
  const words = pieces.flatMap((piece) => piece.words).map(wordText);
  const size = Math.max(...pieces.map((piece) => piece.size));
  if (columns > 1 || rows < leastRows || fromEdge > 2 || gap < 0.9 || words.length > mostWords) return false;
  if (isSplit(pieces) && size < 1.3 * body.size && gap > (pieces.length > 2 ? 0.9 : 1.6)) return true;
  if (size > 1.05 * body.size || gap < 1) return false;
  if (source.test(words.join(' '))) return true;
  const isOther =
    size < 0.92 * body.size || (pieces.every(({ font }) => font !== body.font) && !pieces.every(isBold));
  if (distance < outerMargin && isOther && gap > 1.2) return true;
  const isOutside = size < 0.95 * body.size || distance < outerMargin;
  return words.length > 1 && (isOutside || fromEdge === 0) && isNumbered(words, isOutside);
}

/** A bold line at the edge may be a heading. */
const isBold = ({ words }: Piece) => words.every(({ spans }) => spans.every(({ bold }) => bold));

/** Returns whether the parts of the line are far from each other, as at the left and the right margin. */
function isSplit(pieces: readonly Piece[]): boolean {
  return (
    pieces.length > 1 &&
    pieces.slice(1).every(({ box, size }, n) => box[0] - (pieces[n]?.box[2] ?? 0) > 5 * size)
  );
}

/**
 * Returns whether the line has a page number. A heading may begin with a number too, so a number at the beginning is a
 * page number only if `outside` is true, that is, if the line is outside the text.
 */
function isNumbered(words: readonly string[], outside: boolean): boolean {
  return (words.length > 2 && number.test(words.at(-1) ?? '')) || (outside && number.test(words[0] ?? ''));
}
