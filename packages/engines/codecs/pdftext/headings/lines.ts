/** Finds the lines that are headings, from their font size or because they are bold. */
import type { HeadingBlock } from '../blocks.ts';
import type { Box } from '../page-data.ts';
import { wordText, type Span } from '../pieces.ts';
import { rowWords } from '../rows.ts';
import type { Surroundings, TextLine } from '../text-lines.ts';

/** Level of a heading, and the property that determines the level. */
export interface FoundHeading extends Pick<HeadingBlock, 'level' | 'source'> {
  /** Number of the heading in the tags of the PDF. */
  tag?: number;
}

const hasLetter = /\p{L}/u;

/** Returns the level of a line, or undefined if the line is not a heading. */
export function headingOf(
  lines: readonly TextLine[],
  at: number,
  surroundings: Surroundings,
): FoundHeading | undefined {
  const line = lines[at];
  const { style, tags, drawings = [] } = surroundings;
  const tagged = line && tags?.of(line.row.pieces);
  if (tagged && hasLetter.test(line.text)) return { level: tagged.level, source: 'tag', tag: tagged.number };
  if (line && drawings.some((box) => isIn(line.row.box, box))) return undefined;
  if (!line || line.row.pieces.length > 2 || line.mono || formulaOf(line) !== undefined) return undefined;
  const bullet = line.marker?.kind === 'bullet';
  const whole = line.marker?.kind === 'number' ? rowWords(line.row).map(wordText).join(' ') : line.text;
  const found = (level: number, source: 'size' | 'style'): FoundHeading => {
    const [outlined, numbered] = [style.outlined(whole), style.numbered(whole)];
    if (outlined !== undefined) return { level: outlined, source: 'outline' };
    return numbered === undefined ? { level, source } : { level: numbered, source: 'number' };
  };
  const bySize = bullet || isLongRun(lines, at) ? 0 : style.levelOf(line.row.size, whole);
  if (bySize > 0 && continuesSentence(lines, at, surroundings)) return undefined;
  if (bySize > 0 && !isFormula(line)) return found(bySize, 'size');
  if (tags?.areComplete || (line.marker && !isBoldMarker(line))) return undefined;
  const bold = style.boldLevel(line.spans, line.row.size);
  return bold > 0 && standsAlone(lines, at, surroundings) ? found(bold, 'style') : undefined;
}

const isIn = ([x0, y0, x1, y1]: Box, [left, top, right, bottom]: Box) =>
  (x0 + x1) / 2 > left && (x0 + x1) / 2 < right && (y0 + y1) / 2 > top && (y0 + y1) / 2 < bottom;

/** Returns the TeX of a line that is only a formula. */
export function formulaOf({ spans, marker }: TextLine): string | undefined {
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

/** Returns whether a line starts with a small letter and continues the sentence of a heading in a large font. */
export function continuesHeading(before: TextLine, line: TextLine): boolean {
  const step = line.row.y - before.row.y;
  return step < 2.6 * before.row.size && /^\p{Ll}/u.test(line.text) && !/[.!?:;]$/.test(before.text);
}

/** Returns whether most of a line is set in fonts for formulas. */
function isFormula({ spans }: TextLine): boolean {
  const letters = (all: readonly Span[]) => all.reduce((sum, { text }) => sum + text.trim().length, 0);
  return letters(spans.filter(({ math }) => math)) > 0.5 * letters(spans);
}

/**
 * A line may be body text if its text size is at most this multiple of the usual size of body text. The sizes of
 * scanned text vary.
 */
export const littleLarger = 1.35;

/** Returns whether a line in lower case continues the sentence of the line before it. */
function continuesSentence(lines: readonly TextLine[], at: number, surroundings: Surroundings): boolean {
  const { body } = surroundings.style;
  const [before, line] = [lines[at - 1], lines[at]];
  if (!before || !line || line.row.size > littleLarger * body || before.row.size > littleLarger * body)
    return false;
  // If the previous line is a heading of the same size, the current line is the second line of that heading.
  const isSameSize = Math.abs(before.row.size - line.row.size) < 0.04 * line.row.size;
  const continues = isSameRun(before, line) || (isSameSize && continuesHeading(before, line));
  if (continues && headingOf(lines, at - 1, surroundings)) return false;
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
 * is not bold, or is a heading too. The last line before a table or before columns may be a heading, but the last line
 * of a page is none.
 */
function standsAlone(
  lines: readonly TextLine[],
  at: number,
  { isFollowed = false, isBelowHeading = false }: { isFollowed?: boolean; isBelowHeading?: boolean },
): boolean {
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
  if (!first || end - start >= mostBoldLines) return false;
  if (!isShortTitle(lines.slice(start, end + 1))) return false;
  if (before && first.row.y - before.row.y <= 1.45 * first.row.size) return false;
  if (!after) return isFollowed;
  if (!isBoldLine(after)) return true;
  return !isBelowHeading && standsAlone(lines, end + 1, { isFollowed, isBelowHeading: true });
}
