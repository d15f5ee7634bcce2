/**
 * Finds headings in the size of the text that are not bold: short separate lines in capitals, in italics, in colour or
 * in another font. A document must use the style several times, because a single line may be a signature or a quote.
 */
import {
  isText,
  type Block,
  type HeadingBlock,
  type ItemBlock,
  type PlainBlock,
  type TextBlock,
} from '../blocks.ts';
import { textOf } from '../pieces.ts';
import { centredBlocks, leastInCapitals, looksOf } from './looks.ts';
import { isNoTitle, type TextStyle } from './text-style.ts';

/** Minimum number of headings in a style without capitals. */
const leastHeadings = 3;
/** Maximum length of a heading. */
const longest = 100;
const mostWords = 14;
/** Minimum gap above a heading, and how much the gap below it may be larger, in units of the font size. */
const leastGap = 0.5;
const gapBelow = 0.4;
/** If more than this share of the lines in a style follows a heading directly, the lines are names of authors. */
const mostBelowHeadings = 0.5;
/** A style that more than this share of the text has is not a style of headings. */
const mostText = 0.15;
/** Minimum share of the lines in a style that are separate lines like headings. */
const leastSeparate = 0.6;
/** Minimum median length of the text after a heading. The text after a label in a form or a list is shorter. */
const leastText = 60;

type Line = PlainBlock | ItemBlock;

interface Candidate {
  at: number;
  style: string;
  isBelowHeading: boolean;
  /** Length of the text after the line. */
  next: number;
}

export function withStyledHeadings(blocks: readonly Block[], style: TextStyle): Block[] {
  const keys = new StyleKeys(blocks);
  const candidates = markedBelow(
    blocks,
    blocks.flatMap((_, at) => candidateAt(blocks, at, style, keys) ?? []),
  );
  const groups = Map.groupBy(candidates, (one) => one.style);
  const headings = new Set(
    [...groups].flatMap(([key, all]) =>
      isHeadingStyle(all, keys.blocksOf(key)) ? all.map(({ at }) => at) : [],
    ),
  );
  return blocks.map((block, at) => (headings.has(at) && isLine(block) ? toHeading(block, style) : block));
}

const isLine = (block: Block | undefined): block is Line =>
  block?.kind === 'paragraph' || (block?.kind === 'item' && block.label !== undefined);

function toHeading(block: Line, style: TextStyle): HeadingBlock {
  const { page, box, rtl, size, opens = false, face = '' } = block;
  const [first, ...more] = block.spans;
  const spans =
    block.kind === 'item' && first
      ? [{ ...first, text: `${block.label} ${first.text}` }, ...more]
      : block.spans;
  const common = { kind: 'heading', page, box, spans, rtl, size, opens, face } as const;
  const level = style.numbered(textOf(spans));
  return level === undefined
    ? { ...common, level: style.styleLevel, source: 'style' }
    : { ...common, level, source: 'number' };
}

function isHeadingStyle(group: readonly Candidate[], blocks: number): boolean {
  const below = group.filter(({ isBelowHeading }) => isBelowHeading).length;
  const lengths = group.map(({ next }) => next).sort((one, two) => one - two);
  const least = group[0]?.style.includes('capital') ? leastInCapitals : leastHeadings;
  return (
    group.length >= least &&
    group.length >= leastSeparate * blocks &&
    below <= mostBelowHeadings * group.length &&
    (lengths[Math.floor(lengths.length / 2)] ?? 0) >= leastText
  );
}

function candidateAt(
  blocks: readonly Block[],
  at: number,
  style: TextStyle,
  keys: StyleKeys,
): Candidate | undefined {
  const [before, block, after] = [blocks[at - 1], blocks[at], blocks[at + 1]];
  if (!isLine(block) || after?.page !== block.page || !isTitle(block, style)) return undefined;
  const key = keys.of(block);
  if (key === undefined || (!isText(after) && after.kind !== 'table')) return undefined;
  if (isText(after) && after.kind !== 'heading' && keys.of(after) === key) return undefined;
  const above = gapOf(before, block);
  if (above < leastGap * block.size || gapOf(block, after) > above + gapBelow * block.size) return undefined;
  const next = after.kind === 'paragraph' ? textOf(after.spans).length : Infinity;
  return { at, style: key, isBelowHeading: false, next };
}

/** Marks the lines that are directly below a heading or below a line in another style. */
function markedBelow(blocks: readonly Block[], candidates: readonly Candidate[]): Candidate[] {
  const places = new Set(candidates.map(({ at }) => at));
  return candidates.map((one) => ({
    ...one,
    isBelowHeading: blocks[one.at - 1]?.kind === 'heading' || places.has(one.at - 1),
  }));
}

/** Returns the distance between two blocks, or infinity if they are not below each other. */
function gapOf(before: Block | undefined, after: Block): number {
  if (before?.page !== after.page || after.opens) return Infinity;
  return after.box[1] - before.box[3];
}

function isTitle({ spans, box, size }: Line, { body }: TextStyle): boolean {
  const text = textOf(spans);
  return (
    size > 0.75 * body &&
    size < 1.1 * body &&
    box[3] - box[1] < 2.6 * size &&
    text.length <= longest &&
    text.split(' ').length <= mostWords &&
    /\p{L}{3}/u.test(text) &&
    /^[\p{Lu}\p{Lo}\d§]/u.test(text) &&
    !/[.:;,!–-]$/.test(text) &&
    !isNoTitle(text) &&
    spans.every(({ href, math, tex, shift }) => !href && !math && tex === undefined && !shift)
  );
}

/** The styles of the blocks of a document. */
class StyleKeys {
  readonly #letters = new Map<string, number>();
  readonly #blocks = new Map<string, number>();
  readonly #faces = new Map<string, number>();
  #total = 1;

  readonly #centred: ReadonlySet<Block>;

  constructor(blocks: readonly Block[]) {
    this.#centred = centredBlocks(blocks);
    const texts = blocks.filter(isText);
    for (const { spans, face = '' } of texts) {
      const { length } = textOf(spans);
      this.#total += length;
      this.#faces.set(face, (this.#faces.get(face) ?? 0) + length);
    }
    for (const block of texts.filter(({ kind }) => kind !== 'heading')) {
      const key = this.#keyOf(block);
      this.#letters.set(key, (this.#letters.get(key) ?? 0) + textOf(block.spans).length);
      this.#blocks.set(key, (this.#blocks.get(key) ?? 0) + 1);
    }
  }

  blocksOf(key: string): number {
    return this.#blocks.get(key) ?? 0;
  }

  /** Returns the key of a style, or undefined for a style that much of the text has. */
  of(block: TextBlock): string | undefined {
    const key = this.#keyOf(block);
    return key !== '' && (this.#letters.get(key) ?? 0) <= mostText * this.#total ? key : undefined;
  }

  #keyOf(block: TextBlock): string {
    const { isItalic, isCapital, isUnderlined } = looksOf(block);
    const { face = '' } = block;
    const isUsual = (this.#faces.get(face) ?? 0) > mostText * this.#total;
    const looks = { italic: isItalic, capital: isCapital, underlined: isUnderlined, [face]: !isUsual };
    const centred = { centred: this.#centred.has(block) };
    return Object.entries({ ...looks, ...centred })
      .flatMap(([name, is]) => (is ? [name] : []))
      .join(' ');
  }
}
