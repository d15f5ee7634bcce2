/** Converts the rows of a column to headings, paragraphs, list items and code. */
import { joinLine, type FormulaBlock, type HeadingBlock, type ItemBlock, type PlainBlock } from './blocks.ts';
import { around, median } from './boxes.ts';
import { wordText, type Span } from './pieces.ts';
import { rowWords } from './rows.ts';
import { continuesHeading, formulaOf, headingOf, type FoundHeading } from './headings/lines.ts';
import type { Surroundings, TextLine } from './text-lines.ts';

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
  readonly #heading: FoundHeading | undefined;
  readonly #surroundings: Surroundings;

  constructor(lines: readonly TextLine[], at: number, edge: number, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.first = lines[at] as TextLine;
    this.#heading = headingOf(lines, at, surroundings);
    let end = at + 1;
    while (end < lines.length && this.#continues(lines, at, end, edge)) end += 1;
    this.next = end;
    this.#lines = lines.slice(at, end);
  }

  #continues(lines: readonly TextLine[], at: number, end: number, edge: number): boolean {
    const [before, line] = [lines[end - 1] as TextLine, lines[end] as TextLine];
    const { size } = before.row;
    const step = line.row.y - before.row.y;
    const next = headingOf(lines, end, this.#surroundings);
    if (this.#heading?.tag !== undefined || next?.tag !== undefined) return this.#heading?.tag === next?.tag;
    if (line.rtl !== before.rtl && step > 1.3 * size) return false;
    if (formulaOf(this.first) !== undefined || formulaOf(line) !== undefined) return false;
    if (this.first.mono && !this.first.marker) return line.mono && step < 2.6 * size;
    if (line.mono && !before.mono && !line.marker && step > 1.25 * size) return false;
    if (line.marker && !isWithin(line, before, lines.slice(at, end))) return false;
    if (Math.abs(line.row.size - size) > 0.09 * size || step < 0.3 * size) return false;
    const isFar = step > leading(lines, end) * 1.28 && step > 1.3 * size;
    if (isFar && !this.#heading) return false;
    if (this.#heading)
      return (
        next?.level === this.#heading.level &&
        (continuesHeading(before, line) || (!isFar && step < 1.6 * size))
      );
    if (step > 2.2 * size || next) return false;
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
      ...faceOf(first),
      ...(this.#lines.every(({ isUnderlined }) => isUnderlined) ? { isUnderlined: true } : {}),
    };
    if (this.#heading) {
      const spans = restoreMarker(first, this.#spans());
      const { level, source } = this.#heading;
      return { ...common, kind: 'heading', level, source, spans };
    }
    if (first.marker) {
      const label = rowWords(first.row).slice(0, 1).map(wordText).join('');
      const number = first.marker.kind === 'number' ? { number: first.marker.value, label } : {};
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

function faceOf({ row }: TextLine): { face?: string } {
  const [largest] = row.pieces.toSorted((one, two) => two.words.length - one.words.length);
  return largest?.font === undefined ? {} : { face: `${largest.font} ${largest.ink ?? ''}` };
}

/** Puts the number of a heading, which was parsed as a list marker, back in front of the heading's text. */
function restoreMarker({ marker, row }: TextLine, spans: Span[]): Span[] {
  const [first] = spans;
  const [word] = rowWords(row);
  if (marker?.kind !== 'number' || !first || !word) return spans;
  return [{ ...first, text: `${wordText(word)} ${first.text}` }, ...spans.slice(1)];
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
