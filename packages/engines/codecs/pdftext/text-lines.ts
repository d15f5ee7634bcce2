/** Reads rows as lines of text: separates the marker of a list item from its text. */
import { around } from './boxes.ts';
import type { Box } from './page-data.ts';
import { wordText, type Span, type Word } from './pieces.ts';
import { markerOf, rowWords, startsWithBullet, type Marker, type Row } from './rows.ts';
import { lineSpans } from './tables/line-spans.ts';
import type { HeadingTags } from './headings/tags.ts';
import type { TextStyle } from './headings/text-style.ts';

export interface TextLine {
  row: Row;
  spans: Span[];
  text: string;
  rtl: boolean;
  /**
   * Horizontal position of the start of the text. In a right-to-left line, the text starts at the right edge, which is
   * stored as a negative number.
   */
  start: number;
  end: number;
  marker?: Marker;
  /** Start of the text after the marker. */
  textStart: number;
  mono: boolean;
  isUnderlined?: boolean;
}

export interface Surroundings {
  style: TextStyle;
  page: number;
  /** Small shapes, such as drawn dots. A small shape next to a line is a bullet. */
  dots: readonly Box[];
  tags?: HeadingTags;
  /** Horizontal strokes, which may underline a line of text. */
  strokes?: readonly Box[];
  /** Drawings with a caption. Labels inside a drawing are not headings. */
  drawings?: readonly Box[];
  /** Whether a table or a column of text follows the lines, so that the last line may be a heading. */
  isFollowed?: boolean;
}

export function toLine(row: Row, { dots, strokes = [] }: Pick<Surroundings, 'dots' | 'strokes'>): TextLine {
  const words = rowWords(row);
  const rtl = row.pieces.filter((piece) => piece.rtl).length * 2 > row.pieces.length;
  const { marker, rest, atLeft } = split(words, rtl);
  // If the marker of a right-to-left line is on the left, the line belongs to a list that reads from left to right.
  const fromRight = rtl && !atLeft;
  const side = (box: Box) => (fromRight ? -box[2] : box[0]);
  const far = (box: Box) => (fromRight ? -box[0] : box[2]);
  const first = atLeft ? words.at(-1) : words[0];
  const dot = marker ? undefined : dots.find((box) => isBulletOf(box, row, rtl));
  const content = marker ? rest : words;
  return {
    row,
    rtl,
    spans: lineSpans(content),
    text: content.map(wordText).join(' '),
    start: dot ? side(dot) : first ? side(first.box) : 0,
    end: far(row.box),
    ...(marker ? { marker } : dot ? { marker: { kind: 'bullet' } } : {}),
    textStart: content.length > 0 ? side(around(content.map(({ box }) => box))) : 0,
    mono: words.length > 0 && words.every(({ spans }) => spans.every(({ mono }) => mono)),
    ...(strokes.some((box) => isUnderline(box, row)) ? { isUnderlined: true } : {}),
  };
}

/** Returns whether a horizontal stroke underlines the whole line. A longer stroke divides sections. */
function isUnderline([left, top, right]: Box, { box, y, size }: Row): boolean {
  const [width, length] = [box[2] - box[0], right - left];
  const isNear = top > y && top < y + 0.35 * size && Math.abs(left - box[0]) < size;
  return isNear && length > 0.85 * width && length < width + size;
}

interface Split {
  marker?: Marker;
  rest: readonly Word[];
  /** Whether the marker is to the left of right-to-left text. */
  atLeft?: boolean;
}

function split(words: readonly Word[], rtl: boolean): Split {
  const [first, ...rest] = words;
  if (!first) return { rest: words };
  const last = words.at(-1);
  const left = rtl && last && rest.length > 0 ? markerOf(wordText(last)) : undefined;
  if (left && last && last.box[0] <= Math.min(...words.map(({ box }) => box[0])))
    return { marker: left, rest: words.slice(0, -1), atLeft: true };
  const text = wordText(first);
  const marker = rest.length > 0 ? markerOf(text) : undefined;
  if (marker) return { marker, rest };
  if (!startsWithBullet(text) || text.length < 2) return { rest: words };
  // The bullet is part of the first word, because there is no gap after it.
  const [span, ...spans] = first.spans;
  if (!span) return { rest: words };
  const cut = { ...span, text: span.text.slice(1) };
  return {
    marker: { kind: 'bullet' },
    rest: [{ ...first, spans: cut.text ? [cut, ...spans] : spans }, ...rest],
  };
}

function isBulletOf(dot: Box, { box, y, size }: Row, rtl: boolean): boolean {
  const middle = (dot[1] + dot[3]) / 2;
  const gap = rtl ? dot[0] - box[2] : box[0] - dot[2];
  return middle < y && middle > y - 0.8 * size && gap > 0 && gap < 2.5 * size;
}
