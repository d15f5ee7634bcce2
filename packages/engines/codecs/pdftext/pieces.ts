/** Joins the glyphs of a page to words, and adjacent words of a line to pieces. */
import { withAccents } from './letters/accents.ts';
import { around, aroundGlyphs } from './boxes.ts';
import { withDropCaps } from './letters/drop-caps.ts';
import { letterSpacing } from './letters/spacing.ts';
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
  /** TeX code of the formula that this piece of text shows. */
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
  /** Colour of most letters, unless they are black. */
  ink?: string;
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

export const textOf = (spans: readonly Span[]): string =>
  spans.length === 1 ? (spans[0]?.text ?? '') : spans.map(({ text }) => text).join('');
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
function withMarks(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (glyphs.every(({ text }) => isPlain(text))) return glyphs;
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

const isSpace = (text: string) => (isPlain(text) ? text === ' ' : text.trim() === '');

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
  let row: Glyph[] = [];
  let base: Glyph | undefined;
  for (const glyph of glyphs.toSorted((one, two) => one.y - two.y)) {
    if (base && glyph.y - base.y < 0.22 * Math.min(base.size, glyph.size)) row.push(glyph);
    else {
      rows.push((row = [glyph]));
      base = glyph;
    }
  }
  return rows.map((one) => one.sort((left, right) => left.x - right.x));
}

/** The character that lengthens Arabic words. Consecutive tatweel characters overlap. */
const tatweel = '\u0640';

function splitRow(row: readonly Glyph[]): Glyph[][] {
  const pieces: Glyph[][] = [];
  let end = -Infinity;
  let space: number | undefined;
  let piece: Glyph[] = [];
  let last: Glyph | undefined;
  for (const glyph of row) {
    if (isSpace(glyph.text)) {
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
    const isNear = last && glyph.x - end <= pieceGap * size;
    if (isNear) piece.push(glyph);
    else pieces.push((piece = [glyph]));
    end = Math.max(isNear ? end : -Infinity, glyph.x + glyph.width);
    last = glyph;
  }
  return pieces;
}

function toPiece(glyphs: readonly Glyph[]): Piece {
  const rtl = readsRightToLeft(glyphs.map(({ text }) => text));
  const words: Glyph[][] = [];
  let word: Glyph[] = [];
  const spacing = letterSpacing(glyphs);
  let end = -Infinity;
  for (const glyph of glyphs) {
    const gap = glyph.x - end - spacing * glyph.size;
    const isApart =
      gap > wordGap * glyph.size ||
      (glyph.space !== undefined && Math.max(glyph.space, gap) > writtenGap * glyph.size);
    if (isApart || words.length === 0) words.push((word = [glyph]));
    else word.push(glyph);
    end = glyph.x + glyph.width;
  }
  const ordered = orderWords(words, rtl);
  const font = mostFrequent(glyphs, (glyph) => glyph.font);
  const ink = mostFrequent(glyphs, (glyph) => glyph.ink);
  return {
    box: around(ordered.map(({ box }) => box)),
    y: glyphs[0]?.y ?? 0,
    size: mostFrequent(glyphs, ({ size }) => size) ?? 0,
    words: ordered,
    rtl,
    ...(font === undefined ? {} : { font }),
    ...(ink === undefined ? {} : { ink }),
  };
}

function mostFrequent<Value>(
  glyphs: readonly Glyph[],
  valueOf: (glyph: Glyph) => Value | undefined,
): Value | undefined {
  const first = glyphs[0] && valueOf(glyphs[0]);
  if (glyphs.every((glyph) => valueOf(glyph) === first)) return first;
  const counts = new Map<Value | undefined, number>();
  for (const glyph of glyphs) {
    const value = valueOf(glyph);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
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

const upright = { bold: false, italic: false, mono: false };

function toWord(glyphs: readonly Glyph[]): Word {
  const spans: Span[] = [];
  const isBold = isMostlyTwice(glyphs);
  let last: Span | undefined;
  for (const { text, bold: isBoldFont, italic, mono, math = false, href, tex } of glyphs) {
    const bold = isBoldFont || isBold;
    const same =
      tex === undefined &&
      last?.tex === undefined &&
      last?.bold === bold &&
      last.italic === italic &&
      last.mono === mono &&
      (last.math ?? false) === math &&
      last.href === href;
    if (last && same) {
      last.text += text;
      continue;
    }
    last = tex === undefined ? { text, bold, italic, mono } : { ...upright, text, tex };
    if (tex === undefined && math) last.math = math;
    if (tex === undefined && href) last.href = href;
    spans.push(last);
  }
  for (const span of spans) if (span.tex === undefined) span.text = withQuotes(plainLetters(span.text), span);
  return { box: aroundGlyphs(glyphs), spans };
}

/** Returns whether at least half of the glyphs are printed twice. */
function isMostlyTwice(glyphs: readonly Glyph[]): boolean {
  let twice = 0;
  for (const glyph of glyphs) if (glyph.isTwice) twice += 1;
  return twice >= glyphs.length / 2;
}

const isAscii = /^[\0-\x7f]*$/;

/** Replaces two single quotation marks, which look like a double quotation mark, by a double quotation mark. */
const withQuotes = (text: string, { mono }: Span) =>
  mono || isAscii.test(text)
    ? text
    : text.replaceAll('\u2018\u2018', '\u201c').replaceAll('\u2019\u2019', '\u201d');

/** Joins footnote marks, exponents and indices with the adjacent piece. */
function joinShifted(pieces: readonly Piece[]): Piece[] {
  const small = new Set<Piece>();
  for (const piece of pieces) {
    if (!isShort(piece)) continue;
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

/** Returns whether the text of the piece has at most 12 characters. */
const isShort = ({ words }: Piece) =>
  words.reduce((sum, { spans }) => spans.reduce((n, { text }) => n + text.length, sum), words.length - 1) <=
  12;

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
