/** Groups the pieces of a column into rows, and distinguishes markers of list items and headings from table cells. */
import { around } from './boxes.ts';
import type { Box } from './page-data.ts';
import { pieceText, type Piece, type Word } from './pieces.ts';

/** Pieces on one line, from left to right. */
export interface Row {
  pieces: Piece[];
  box: Box;
  y: number;
  size: number;
}

const bullets =
  '\u2022\u2023\u2043\u2219\u25a0\u25a1\u25aa\u25ab\u25b6\u25b8\u25ba\u25c6\u25c7\u25cb\u25cf\u25e6\u00b7\uf0b7\uf0a7\uf0d8\u2756\u27a2\u2713\u2714';
/** Bullets of symbol fonts are in the private use area, or have an unknown character. */
const symbols = '[\\ue000-\\uf8ff\\ufffd]';
const bulletOnly = new RegExp(`^(?:[${bullets}]|${symbols}{1,2}|[-\u2013*o])$`);
const bulletStart = new RegExp(`^[${bullets}]`);
const numberOnly = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])$/i;
const sectionNumber = /^(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.\d{0,2})$/;

export type Marker = { kind: 'bullet' } | { kind: 'number'; value: number; style: string };

/** Returns the marker of a list item if the first word is a marker. */
export function markerOf(text: string): Marker | undefined {
  if (bulletOnly.test(text)) return { kind: 'bullet' };
  if (!numberOnly.test(text)) return undefined;
  const digits = /\d+/.exec(text)?.[0];
  const style = text
    .replace(/\d+/, '1')
    .replace(/[a-z]+/, 'a')
    .replace(/[A-Z]+/, 'A');
  return { kind: 'number', value: digits ? Number(digits) : letterValue(text), style };
}

export const startsWithBullet = (text: string): boolean => bulletStart.test(text);

function letterValue(text: string): number {
  const letters = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'a';
  const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'].indexOf(letters);
  if (letters.length > 1 || letters === 'i') return roman + 1;
  return letters.charCodeAt(0) - 96;
}

export function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((one, two) => one.y - two.y)) {
    const last = rows.at(-1);
    const near = last?.some((other) => Math.abs(other.y - piece.y) < 0.35 * Math.max(other.size, piece.size));
    if (last && near && last.every((other) => isBeside(other.box, piece.box))) last.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => toRow(joinMarkers(row.sort((one, two) => one.box[0] - two.box[0]))));
}

const isBeside = (one: Box, other: Box) => one[2] <= other[0] + 2 || other[2] <= one[0] + 2;

export function toRow(pieces: Piece[]): Row {
  const largest = pieces.reduce((one, two) => (two.words.length > one.words.length ? two : one));
  return { pieces, box: around(pieces.map(({ box }) => box)), y: largest.y, size: largest.size };
}

/** Joins a bullet or a number with the text after it, regardless of the gap. */
function joinMarkers(row: Piece[]): Piece[] {
  const rtl = row.some((piece) => piece.rtl);
  const [first, second] = row;
  const [last, beforeLast] = [row.at(-1), row.at(-2)];
  if (rtl && last && beforeLast && isMarkerOf(last, beforeLast, row))
    return [...row.slice(0, -2), joinPieces(inRtl(last), beforeLast)];
  if (!first || !second || !isMarkerOf(first, second, row)) return row;
  // In right-to-left text, a marker at the left is last in reading order.
  return [second.rtl ? joinPieces(second, first) : joinPieces(first, second), ...row.slice(2)];
}

function isMarkerOf(marker: Piece, text: Piece, row: readonly Piece[]): boolean {
  const gap = Math.max(marker.box[0] - text.box[2], text.box[0] - marker.box[2]);
  if (gap > 4 * text.size) return false;
  const words = pieceText(text.rtl ? inRtl(marker) : marker);
  if (markerOf(words)) return true;
  const isSection = sectionNumber.test(words) && row.length === 2 && /\p{L}/u.test(pieceText(text));
  return isSection && (words.includes('.') || isBold(marker)) && gap < 2.5 * text.size;
}

/**
 * Returns a number and its full stop in right-to-left order. Digits and full stops have no direction, so their order
 * depends on the direction of the text.
 */
function inRtl(marker: Piece): Piece {
  const [word] = marker.words;
  const [span] = word?.spans ?? [];
  const [, stop, digits] = /^([.)])(\d{1,3})$/.exec(pieceText(marker)) ?? [];
  if (!word || !span || !stop || !digits) return marker;
  return { ...marker, words: [{ ...word, spans: [{ ...span, text: digits + stop }] }] };
}

const isBold = ({ words }: Piece) => words.every(({ spans }) => spans.every(({ bold }) => bold));

/** Joins two pieces in the given order. */
export function joinPieces(first: Piece, second: Piece): Piece {
  const main = second.words.length >= first.words.length ? second : first;
  return {
    box: around([first.box, second.box]),
    y: main.y,
    size: main.size,
    words: [...first.words, ...second.words],
    rtl: main.rtl,
    ...(main.font === undefined ? {} : { font: main.font }),
    ...(main.ink === undefined ? {} : { ink: main.ink }),
  };
}

/** Returns all words of a row in reading order. */
export function rowWords({ pieces }: Row): Word[] {
  const rtl = pieces.filter((piece) => piece.rtl).length * 2 > pieces.length;
  return (rtl ? pieces.toReversed() : pieces).flatMap(({ words }) => words);
}
