/** Joins the glyphs of a page to words, and adjacent words of a line to pieces. */
import { withAccents } from './letters/accents.ts';
import { around, aroundGlyphs } from './boxes.ts';
import { withDropCaps } from './letters/drop-caps.ts';
import { withFormulas } from './formulas/formulas.ts';
import type { Box, Glyph, Shape, TurnedText } from './page-data.ts';
import {
  inReadingOrder,
  isRightToLeft,
  plainLetters,
  readsRightToLeft,
} from './letters/reading-direction.ts';

/** Text in one style. */
export interface Span {
  text: string;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** Whether the font has only symbols and letters of formulas. */
  math?: boolean;
  /** TeX of the formula that the text shows. */
  tex?: string;
  /** Whether the text is raised above the baseline or lowered below it. */
  shift?: 'sup' | 'sub';
  href?: string;
  /** Number of the footnote to which this mark refers. */
  note?: number;
}

export interface Word {
  box: Box;
  spans: Span[];
}

export interface Piece {
  box: Box;
  /** Vertical position of the baseline. */
  y: number;
  size: number;
  words: Word[];
  rtl: boolean;
  /** Number of the font in which most letters are set. */
  font?: number;
}

/** Minimum gap between two words, and between two pieces, in units of the font size. */
const wordGap = 0.18;
const pieceGap = 0.95;
/**
 * Minimum width of a space that separates two words in the text layer, in units of the font size. Narrower spaces are
 * ignored, because they are not visible on the page.
 */
const writtenGap = 0.05;

/** Matches a number, which may have a sign or unit of one character before and after it. */
export const isNumber = /^[^\p{L}\d]?\d[\d.,%\s]*\W?$/u;

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');
export const wordText = ({ spans }: Word): string => textOf(spans);
export const pieceText = ({ words }: Piece): string => words.map(wordText).join(' ');

export const isMonospaced = ({ words }: Piece): boolean =>
  words.every(({ spans }) => spans.every(({ mono }) => mono));

/**
 * Returns the pieces of a page, line by line from top to bottom, and from left to right within a line. If `formulas`
 * contains the shapes of the page, each formula becomes a single word with its TeX.
 */
export function piecesOf(glyphs: readonly Glyph[], more: { formulas?: readonly Shape[] } = {}): Piece[] {
  const marked = withMarks(withAccents(glyphs));
  const lines = rowsOf(marked).flatMap(splitRow);
  const { formulas: shapes } = more;
  const read = shapes ? withFormulas(marked, lines, shapes) : marked;
  const pieces = read === marked ? lines : rowsOf(read).flatMap(splitRow);
  return joinShifted(withDropCaps(pieces).map(toPiece)).sort(
    (one, two) => one.y - two.y || one.box[0] - two.box[0],
  );
}

/**
 * Returns the pieces of rotated text. The baseline of a piece is set so that horizontal text on it would be centred in
 * the piece's box.
 */
export function turnedPieces(text: TurnedText): Piece[] {
  return piecesOf(text.glyphs).map((piece) => {
    const box = text.restored(piece.box);
    const y = (box[1] + box[3]) / 2 + 0.3 * piece.size;
    return { ...piece, box, y, words: piece.words.map((word) => ({ ...word, box })) };
  });
}

/** Adds combining marks to the letter before them, and drops control characters. */
function withMarks(glyphs: readonly Glyph[]): Glyph[] {
  const kept: Glyph[] = [];
  for (const glyph of glyphs) {
    if (isPlain(glyph.text)) {
      kept.push(glyph);
      continue;
    }
    const last = kept.at(-1);
    if (/^[\p{Cc}\u200b-\u200f\ufeff]+$/u.test(glyph.text)) continue;
    if (last && last.text.trim() && /^\p{M}+$/u.test(glyph.text)) addMark(last, glyph);
    else kept.push(glyph);
  }
  return kept;
}

/**
 * Returns whether the text is a printable ASCII character. Most glyphs are such characters, which need no slower test.
 */
const isPlain = (text: string) => text.length === 1 && text >= ' ' && text <= '~';

/**
 * Adds a mark to a letter. Vowel signs of Indian scripts, and all marks found by Tesseract, have a width, which is
 * added to the width of the letter.
 */
function addMark(letter: Glyph, { text, x, width }: Glyph): void {
  letter.text += text;
  const end = letter.x + letter.width;
  if (x >= letter.x && x - end < wordGap * letter.size)
    letter.width = Math.max(letter.width, x + width - letter.x);
}

/** Returns the glyphs of each baseline, from left to right. */
function rowsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const rows: Glyph[][] = [];
  let base: Glyph | undefined;
  for (const glyph of glyphs.toSorted((one, two) => one.y - two.y)) {
    if (base && glyph.y - base.y < 0.22 * Math.min(base.size, glyph.size)) rows.at(-1)?.push(glyph);
    else {
      rows.push([glyph]);
      base = glyph;
    }
  }
  return rows.map((row) => row.sort((one, two) => one.x - two.x));
}

/** The character that lengthens Arabic words. Consecutive tatweel characters overlap. */
const tatweel = '\u0640';

function splitRow(row: readonly Glyph[]): Glyph[][] {
  const pieces: Glyph[][] = [];
  let end = -Infinity;
  let space: number | undefined;
  for (const glyph of row) {
    const last = pieces.at(-1)?.at(-1);
    if (!glyph.text.trim()) {
      // Ignores a space that begins within the letter before it, because it does not separate words.
      if (!last || glyph.x > last.x + last.width / 2) space ??= glyph.x;
      continue;
    }
    // Some programs print bold letters twice.
    if (last && last.text === glyph.text && Math.abs(last.x - glyph.x) < 0.12 * glyph.size) {
      last.isTwice ||= last.x !== glyph.x && glyph.text !== tatweel;
      continue;
    }
    if (space !== undefined) glyph.space = glyph.x - space;
    space = undefined;
    const size = last ? Math.max(last.size, glyph.size) : glyph.size;
    if (!last || glyph.x - end > pieceGap * size) pieces.push([glyph]);
    else pieces.at(-1)?.push(glyph);
    end = Math.max(last && glyph.x - end <= pieceGap * size ? end : -Infinity, glyph.x + glyph.width);
  }
  return pieces;
}

function toPiece(glyphs: readonly Glyph[]): Piece {
  const rtl = readsRightToLeft(glyphs.map(({ text }) => text));
  const words: Glyph[][] = [];
  let end = -Infinity;
  for (const glyph of glyphs) {
    const isApart =
      glyph.x - end > wordGap * glyph.size ||
      (glyph.space !== undefined && Math.max(glyph.space, glyph.x - end) > writtenGap * glyph.size);
    if (isApart || words.length === 0) words.push([glyph]);
    else words.at(-1)?.push(glyph);
    end = glyph.x + glyph.width;
  }
  const font = mostFrequent(glyphs.map((glyph) => glyph.font));
  return {
    box: aroundGlyphs(glyphs),
    y: glyphs[0]?.y ?? 0,
    size: mostFrequent(glyphs.map(({ size }) => size)) ?? 0,
    words: orderWords(words, rtl),
    rtl,
    ...(font === undefined ? {} : { font }),
  };
}

function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [best, most]: [Value | undefined, number] = [undefined, 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}

function orderWords(words: readonly Glyph[][], rtl: boolean): Word[] {
  const mixed = rtl || words.some((word) => word.some(({ text }) => isRightToLeft(text)));
  if (!mixed) return words.map(toWord);
  const spaced = words.flatMap((word, n) => (n > 0 ? [undefined, ...word] : word));
  const parts = spaced.map((glyph) => ({ text: glyph?.text ?? ' ', glyph }));
  const ordered: Glyph[][] = [[]];
  for (const { glyph } of inReadingOrder(parts, rtl)) {
    if (glyph) ordered.at(-1)?.push(glyph);
    else ordered.push([]);
  }
  return ordered.filter((word) => word.length > 0).map(toWord);
}

function toWord(glyphs: readonly Glyph[]): Word {
  const spans: Span[] = [];
  const isBold = glyphs.filter(({ isTwice }) => isTwice).length >= glyphs.length / 2;
  for (const { text, bold: isBoldFont, italic, mono, math = false, href, tex } of glyphs) {
    const last = spans.at(-1);
    const bold = isBoldFont || isBold;
    if (tex !== undefined) {
      spans.push({ text, tex, bold: false, italic: false, mono: false });
      continue;
    }
    const same =
      last?.tex === undefined &&
      last?.bold === bold &&
      last.italic === italic &&
      last.mono === mono &&
      (last.math ?? false) === math &&
      last.href === href;
    if (same) last.text += text;
    else spans.push({ text, bold, italic, mono, ...(math ? { math } : {}), ...(href ? { href } : {}) });
  }
  for (const span of spans) if (span.tex === undefined) span.text = withQuotes(plainLetters(span.text), span);
  return { box: aroundGlyphs(glyphs), spans };
}

/** Replaces two single quotation marks, which look like a double quotation mark, by a double quotation mark. */
const withQuotes = (text: string, { mono }: Span) =>
  mono ? text : text.replaceAll('\u2018\u2018', '\u201c').replaceAll('\u2019\u2019', '\u201d');

/** Joins footnote marks, exponents and indices with the adjacent piece. */
function joinShifted(pieces: readonly Piece[]): Piece[] {
  const small = new Set<Piece>();
  for (const piece of pieces) {
    if (pieceText(piece).length > 12) continue;
    const base = pieces.find((other) => standsAt(piece, other));
    if (!base || small.has(base)) continue;
    small.add(piece);
    const shift = piece.y < base.y ? 'sup' : 'sub';
    const shifted = piece.words.map((word) => ({
      ...word,
      spans: word.spans.map((span): Span => ({ ...span, shift })),
    }));
    insertWords(base, shifted, piece.box);
  }
  return pieces.filter((piece) => !small.has(piece));
}

function standsAt(small: Piece, base: Piece): boolean {
  if (small === base || small.size > 0.85 * base.size) return false;
  const up = base.y - small.y;
  if (up < -0.45 * base.size || up > 0.7 * base.size) return false;
  const gap = 0.3 * base.size;
  return small.box[0] < base.box[2] + gap && small.box[2] > base.box[0] - gap;
}

function insertWords(base: Piece, words: readonly Word[], box: Box): void {
  const before = base.words.findLastIndex((word) => word.box[0] < box[0]);
  const [first, ...rest] = words;
  const host = base.words[before];
  if (host && first && box[0] - host.box[2] < wordGap * base.size) {
    host.spans.push(...first.spans);
    base.words.splice(before + 1, 0, ...rest);
  } else base.words.splice(before + 1, 0, ...words);
  base.box = around([base.box, [box[0], base.box[1], box[2], base.box[3]]]);
}
