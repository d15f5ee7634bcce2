/** Converts the rows of a column to headings, paragraphs, list items and code. */
import { joinLine, type FormulaBlock, type HeadingBlock, type ItemBlock, type PlainBlock } from './blocks.ts';
import { around, median } from './boxes.ts';
import type { Box } from './page-data.ts';
import { wordText, type Span, type Word } from './pieces.ts';
import { markerOf, rowWords, startsWithBullet, type Marker, type Row } from './rows.ts';
import { lineSpans } from './tables/line-spans.ts';
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
}

export interface Surroundings {
  style: TextStyle;
  page: number;
  /** Small shapes, such as drawn dots. A small shape next to a line is a bullet. */
  dots: readonly Box[];
  /** Drawings with a caption. Labels inside a drawing are not headings. */
  drawings?: readonly Box[];
}

export function toLine(row: Row, { dots }: Pick<Surroundings, 'dots'>): TextLine {
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
  };
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

type FlowBlock = HeadingBlock | ItemBlock | PlainBlock | FormulaBlock;

/** Returns the blocks of consecutive lines in one column. */
export function textBlocks(lines: readonly TextLine[], around: Surroundings): FlowBlock[] {
  const blocks: FlowBlock[] = [];
  const edge = Math.max(...lines.map(({ end }) => end));
  const items = new ItemDepths();
  for (let at = 0; at < lines.length;) {
    const group = new Group(lines, at, edge, around);
    const block = group.block(items);
    if (block.kind !== 'item' && block.kind !== 'code') items.leave(group.first, block.kind === 'heading');
    blocks.push(block);
    at = group.next;
  }
  return blocks;
}

/** Indents of the open lists. */
class ItemDepths {
  #starts: number[] = [];

  depthOf({ start, row }: TextLine): number {
    const slack = 0.45 * row.size;
    while (this.#starts.length > 0 && (this.#starts.at(-1) ?? 0) > start + slack) this.#starts.pop();
    if (this.#starts.length === 0 || (this.#starts.at(-1) ?? 0) < start - slack) this.#starts.push(start);
    return this.#starts.length - 1;
  }

  /**
   * Ends the list if the paragraph at this line is outside all list items. Does not end the list if the paragraph is
   * inside a list item.
   */
  leave({ start, row }: TextLine, always: boolean): void {
    const outermost = this.#starts[0];
    if (always || outermost === undefined || start < outermost + 0.5 * row.size) this.#starts = [];
  }
}

/** The lines from index `at` that form one block. */
class Group {
  readonly first: TextLine;
  readonly next: number;
  readonly #lines: readonly TextLine[];
  readonly #level: number;
  readonly #surroundings: Surroundings;

  constructor(lines: readonly TextLine[], at: number, edge: number, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.first = lines[at] as TextLine;
    this.#level = levelOf(lines, at, surroundings);
    let end = at + 1;
    while (end < lines.length && this.#continues(lines, at, end, edge)) end += 1;
    this.next = end;
    this.#lines = lines.slice(at, end);
  }

  #continues(lines: readonly TextLine[], at: number, end: number, edge: number): boolean {
    const [before, line] = [lines[end - 1] as TextLine, lines[end] as TextLine];
    const { size } = before.row;
    const step = line.row.y - before.row.y;
    if (line.rtl !== before.rtl && step > 1.3 * size) return false;
    if (formulaOf(this.first) !== undefined || formulaOf(line) !== undefined) return false;
    if (this.first.mono && !this.first.marker) return line.mono && step < 2.6 * size;
    if (line.mono && !before.mono && !line.marker && step > 1.25 * size) return false;
    if (line.marker && !isWithin(line, before, lines.slice(at, end))) return false;
    if (Math.abs(line.row.size - size) > 0.09 * size || step < 0.3 * size) return false;
    if (step > leading(lines, end) * 1.28 && step > 1.3 * size) return false;
    if (this.#level > 0) return levelOf(lines, end, this.#surroundings) === this.#level && step < 1.6 * size;
    if (step > 2.2 * size || levelOf(lines, end, this.#surroundings) > 0) return false;
    const indent = (line.start - before.start) / size;
    const start = end === at + 1;
    if (this.first.marker) {
      if (line.start < this.first.start + 0.3 * size && this.first.textStart > this.first.start + 0.3 * size)
        return false;
      return Math.abs(line.start - this.first.textStart) < 2 * size || start;
    }
    // Only the first line of a paragraph may have a different indent than the other lines.
    const aligned = Math.abs(indent) < 0.6 || (start && indent < 0 && indent > -4) || isCentred(before, line);
    if (!aligned) return false;
    return !endsEarly(before, line, edge);
  }

  block(items: ItemDepths): FlowBlock {
    const { page } = this.#surroundings;
    const { first } = this;
    const common = {
      page,
      box: around(this.#lines.map(({ row }) => row.box)),
      rtl: first.rtl,
      size: first.row.size,
    };
    if (this.#level > 0) {
      const spans = this.#spans().map((span) => ({ ...span, bold: false }));
      return { ...common, kind: 'heading', level: this.#level, spans: restoreMarker(first, spans) };
    }
    if (first.marker) {
      const number = first.marker.kind === 'number' ? { number: first.marker.value } : {};
      return { ...common, kind: 'item', depth: items.depthOf(first), spans: this.#spans(), ...number };
    }
    if (first.mono) return { ...common, kind: 'code', spans: codeSpans(this.#lines) };
    const tex = formulaOf(first);
    if (tex !== undefined) return { ...common, kind: 'formula', tex, spans: this.#spans() };
    return { ...common, kind: 'paragraph', spans: this.#spans() };
  }

  #spans(): Span[] {
    return this.#lines.map(({ spans }) => spans).reduce<Span[]>(joinLine, []);
  }
}

/** Puts the number of a heading, which was parsed as a list marker, back in front of the heading's text. */
function restoreMarker({ marker, row }: TextLine, spans: Span[]): Span[] {
  const [first] = spans;
  const [word] = rowWords(row);
  if (marker?.kind !== 'number' || !first || !word) return spans;
  return [{ ...first, text: `${wordText(word)} ${first.text}` }, ...spans.slice(1)];
}

function levelOf(lines: readonly TextLine[], at: number, surroundings: Surroundings): number {
  const line = lines[at];
  const { style, drawings = [] } = surroundings;
  if (line && drawings.some((box) => isIn(line.row.box, box))) return 0;
  if (!line || line.row.pieces.length > 2 || line.mono || formulaOf(line) !== undefined) return 0;
  const bullet = line.marker?.kind === 'bullet';
  const whole = line.marker?.kind === 'number' ? rowWords(line.row).map(wordText).join(' ') : line.text;
  const bySize = bullet || isLongRun(lines, at) ? 0 : style.levelOf(line.row.size, whole);
  if (bySize > 0 && continuesSentence(lines, at, surroundings)) return 0;
  if (bySize > 0 && !isFormula(line)) return style.outlined(whole) ?? style.numbered(whole) ?? bySize;
  if (line.marker && !isBoldMarker(line)) return 0;
  const bold = style.boldLevel(line.spans, line.row.size);
  return bold > 0 && standsAlone(lines, at) ? (style.outlined(whole) ?? style.numbered(whole) ?? bold) : 0;
}

const isIn = ([x0, y0, x1, y1]: Box, [left, top, right, bottom]: Box) =>
  (x0 + x1) / 2 > left && (x0 + x1) / 2 < right && (y0 + y1) / 2 > top && (y0 + y1) / 2 < bottom;

/** Returns the TeX of a line that is only a formula. */
function formulaOf({ spans, marker }: TextLine): string | undefined {
  const [first, ...more] = spans;
  return more.length === 0 && !marker ? first?.tex : undefined;
}

/** Maximum number of lines of a heading. */
const mostLines = 4;

/**
 * Returns whether the line is in a run of lines that is too long for a heading. All lines of a run have the same text
 * size.
 */
function isLongRun(lines: readonly TextLine[], at: number): boolean {
  const goesOn = (n: number) => {
    const [one, two] = [lines[n], lines[n + 1]];
    return one !== undefined && two !== undefined && isSameRun(one, two);
  };
  let [start, end] = [at, at];
  while (end - start < mostLines && goesOn(start - 1)) start -= 1;
  while (end - start < mostLines && goesOn(end)) end += 1;
  return end - start >= mostLines;
}

const isSameRun = ({ row: one }: TextLine, { row: two }: TextLine) =>
  Math.abs(one.size - two.size) < 0.04 * one.size && two.y - one.y > 0 && two.y - one.y < 1.6 * one.size;

/** Returns whether most of a line is set in fonts for formulas. */
function isFormula({ spans }: TextLine): boolean {
  const letters = (all: readonly Span[]) => all.reduce((sum, { text }) => sum + text.trim().length, 0);
  return letters(spans.filter(({ math }) => math)) > 0.5 * letters(spans);
}

/**
 * A line may be body text if its text size is at most this multiple of the usual size of body text. The sizes of
 * scanned text vary.
 */
const littleLarger = 1.35;

/** Returns whether a line in lower case continues the sentence of the line before it. */
function continuesSentence(lines: readonly TextLine[], at: number, surroundings: Surroundings): boolean {
  const { body } = surroundings.style;
  const [before, line] = [lines[at - 1], lines[at]];
  if (!before || !line || line.row.size > littleLarger * body || before.row.size > littleLarger * body)
    return false;
  // If the previous line is a heading of the same size, the current line is the second line of that heading.
  if (isSameRun(before, line) && levelOf(lines, at - 1, surroundings) > 0) return false;
  const isNear = line.row.y - before.row.y < 1.6 * line.row.size;
  return isNear && /^[\p{Ll}(,;]/u.test(line.text) && !/[.!?:]$/.test(before.text);
}

/** Maximum number of lines of a bold heading. */
const mostBoldLines = 3;

/** Returns whether the number at the start of a line is bold. Numbers of list items are usually not bold. */
const isBoldMarker = ({ marker, row }: TextLine) =>
  marker?.kind === 'number' && rowWords(row)[0]?.spans.every(({ bold }) => bold) === true;

const isBoldLine = (line: TextLine | undefined) => line?.spans.every(({ bold }) => bold) === true;

/** Maximum number of letters of a bold heading with several lines or with a number. */
const longestBold = 90;

/**
 * Returns whether bold lines have the text of a title. Several lines, and a line with a number, may also be a sentence
 * or a question.
 */
function isShortTitle(lines: readonly TextLine[]): boolean {
  const [first] = lines;
  if (lines.length === 1 && !first?.marker) return true;
  const text = lines.map((line) => line.text).join(' ');
  return text.length <= longestBold && !/^\p{Ll}/u.test(text) && !/[.?!]$/.test(text);
}

/**
 * Returns whether a bold line is in lines that look like a heading: there is space above them, and the line after them
 * is not bold.
 */
function standsAlone(lines: readonly TextLine[], at: number): boolean {
  const goesOn = (n: number) => {
    const [one, two] = [lines[n], lines[n + 1]];
    return (
      one !== undefined &&
      two !== undefined &&
      isBoldLine(one) &&
      isBoldLine(two) &&
      isSameRun(one, two) &&
      !two.marker
    );
  };
  let [start, end] = [at, at];
  while (at - start < mostBoldLines && goesOn(start - 1)) start -= 1;
  while (end - start < mostBoldLines && goesOn(end)) end += 1;
  const [before, first, after] = [lines[start - 1], lines[start], lines[end + 1]];
  if (!first || !after || end - start >= mostBoldLines || isBoldLine(after)) return false;
  if (!isShortTitle(lines.slice(start, end + 1))) return false;
  return before ? first.row.y - before.row.y > 1.45 * first.row.size : true;
}

/**
 * Returns whether a marker such as (b) at the start of a line belongs to a sentence, not to a list. If a line continues
 * a sentence, it begins at the same left edge as the line above it.
 */
function isWithin(line: TextLine, before: TextLine, group: readonly TextLine[]): boolean {
  const [first] = group;
  if (!first || line.marker?.kind !== 'number' || !/[^.:;!?]$/.test(before.text)) return false;
  if (line.row.y - before.row.y > 1.45 * before.row.size) return false;
  const textStart = first.marker ? first.textStart : first.start;
  return Math.abs(line.start - textStart) < 0.3 * line.row.size && line.marker.value !== 1 && !first.marker;
}

/**
 * Returns the usual distance between consecutive lines around the line `at`. Ignores pairs of lines with different font
 * sizes.
 */
function leading(lines: readonly TextLine[], at: number): number {
  const steps: number[] = [];
  for (let n = Math.max(1, at - 6); n < Math.min(lines.length, at + 7); n += 1) {
    const [one, two] = [lines[n - 1], lines[n]];
    if (!one || !two || Math.abs(one.row.size - two.row.size) > 0.5) continue;
    const step = (two.row.y - one.row.y) / one.row.size;
    if (step > 0.8 && step < 2.2) steps.push(step);
  }
  const size = lines[at]?.row.size ?? 10;
  // The returned distance is at most 1.25 times the smallest distance between lines, because the median is the larger
  // distance between paragraphs if most paragraphs have one line.
  return size * (steps.length > 0 ? Math.min(median(steps), 1.25 * Math.min(...steps, 1.6)) : 1.2);
}

const isCentred = (one: TextLine, two: TextLine) =>
  Math.abs(one.row.box[0] + one.row.box[2] - two.row.box[0] - two.row.box[2]) < 0.8 * one.row.size;

/** Returns whether the line `before` ends early on purpose: the first word of the next line would have fitted on it. */
function endsEarly(before: TextLine, line: TextLine, edge: number): boolean {
  const [word] = rowWords(line.row);
  if (!word) return false;
  const room = edge - before.end;
  const needed = word.box[2] - word.box[0] + 0.25 * before.row.size;
  return room > 1.3 * needed + 0.5 * before.row.size && !isCentred(before, line);
}

/** Returns lines of code with their indents. */
function codeSpans(lines: readonly TextLine[]): Span[] {
  const edge = Math.min(...lines.map(({ start }) => start));
  const widths = lines.flatMap(({ row }) =>
    row.pieces.flatMap(({ words }) =>
      words.map((word) => (word.box[2] - word.box[0]) / wordText(word).length),
    ),
  );
  const width = median(widths) || 6;
  const text = lines.map(({ row }) => {
    let line = '';
    for (const word of rowWords(row)) {
      const column = Math.round((word.box[0] - edge) / width);
      line += ' '.repeat(Math.max(line ? 1 : 0, column - line.length)) + wordText(word);
    }
    return line;
  });
  const [first] = lines[0]?.spans ?? [];
  return first ? [{ text: text.join('\n'), bold: false, italic: false, mono: true }] : [];
}
