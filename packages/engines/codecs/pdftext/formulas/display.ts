/** Finds formulas that fill a line, with their fractions, limits, indices and exponents. */
import { around, aroundGlyphs } from '../boxes.ts';
import type { Box, Glyph } from '../page-data.ts';
import { functions, isGreek, isLarge, isRelation, isSpecial } from './symbols.ts';

/**
 * Adjacent glyphs of one line, without wide gaps between them. The members that take time are computed when they are
 * first read, because most pages have no formulas.
 */
export class Segment {
  readonly glyphs: readonly Glyph[];
  #box: Box | undefined;
  #size: number | undefined;
  #isMath: boolean | undefined;

  constructor(glyphs: readonly Glyph[]) {
    this.glyphs = glyphs;
  }

  get box(): Box {
    return (this.#box ??= aroundGlyphs(this.glyphs));
  }

  get y(): number {
    return this.glyphs[0]?.y ?? 0;
  }

  get size(): number {
    return (this.#size ??= sizeOf(this.glyphs));
  }

  /** Whether the segment has no words of running text. */
  get isMath(): boolean {
    return (this.#isMath ??= wordsOf(this.glyphs).every((word) => !isNatural(word)));
  }
}

function sizeOf(glyphs: readonly Glyph[]): number {
  const usual = glyphs.filter((glyph) => !isLarge(glyph));
  return Math.max(...(usual.length > 0 ? usual : glyphs).map((glyph) => glyph.size));
}

export interface Display {
  segments: readonly Segment[];
  bars: readonly Box[];
  y: number;
  size: number;
}

/** Minimum gap between two words, in units of the font size. */
const wordGap = 0.18;
/** Maximum distance between a segment and the formula to which it belongs, in units of the font size. */
const nearBeside = 2.5;
const nearAbove = 1.7;
/** Minimum distance between a formula and other text on the same line. */
const clear = 5;
/** Maximum ratio between the sizes of an index and the formula. */
const smaller = 0.85;
const leastGlyphs = 3;

export function wordsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let end = -Infinity;
  for (const glyph of glyphs) {
    const isApart = glyph.x - end > wordGap * glyph.size || (glyph.space ?? 0) > wordGap * glyph.size;
    if (words.length === 0 || isApart) words.push([glyph]);
    else words.at(-1)?.push(glyph);
    end = glyph.x + glyph.width;
  }
  return words;
}

const isLetter = (glyph: Glyph) =>
  /^\p{L}/u.test(glyph.text) && !isGreek(glyph) && !glyph.math && !isSpecial(glyph);

const symbols = /^[()[\]{}|.,;:!/*'+=<>\-−–′·⋅×±→∈∑∫∂∇√∞≤≥≠≈]$/u;
const glue = /^[()[\]/=+−×^]$/u;
/** Maximum length of the name of an operator. */
const longestName = 5;

/** Returns whether a word belongs to running text, not to a formula. */
export function isNatural(word: readonly Glyph[]): boolean {
  const letters = word.filter(isLetter);
  if (letters.some(({ text }) => /^\p{Lo}/u.test(text) || text.length > 1)) return true;
  if (letters.length === 0) return false;
  if (letters.length === 1)
    return word.some(
      (glyph) => /^[\p{S}\p{P}]$/u.test(glyph.text) && !glyph.math && !symbols.test(glyph.text),
    );
  const italic = letters.filter((glyph) => glyph.italic).length;
  if (letters.length === 2 && italic === 2) return false;
  if (functions.has(letters.map(({ text }) => text).join(''))) return false;
  const length = longest(word);
  const isGlued = word.some((glyph) => glyph.math === true || glue.test(glyph.text));
  if (!isGlued || length > longestName) return true;
  // In running text, a word with brackets does not mix italic and upright letters.
  const isMixed = italic > 0 && italic < letters.length;
  return !(isMixed || word.some(({ math }) => math) || (italic === letters.length && length <= 2));
}

/** Returns the length of the longest sequence of letters. */
function longest(word: readonly Glyph[]): number {
  let [length, most] = [0, 0];
  for (const glyph of word) {
    length = isLetter(glyph) ? length + 1 : 0;
    most = Math.max(most, length);
  }
  return most;
}

/** Returns the formulas. The search for a formula starts at a segment that has a relation, such as an equals sign. */
export function displaysOf(segments: readonly Segment[], bars: readonly Box[]): Display[] {
  const taken = new Set<Segment>();
  const seeds = segments.filter((one) => hasRelation(one) && one.isMath);
  return seeds.flatMap((seed) => {
    if (taken.has(seed)) return [];
    const display = grown(
      seed,
      segments.filter((one) => !taken.has(one) && (one === seed || !isOtherSeed(one, seed, seeds))),
      bars,
    );
    if (!isFormula(display) || isBesideText(display, segments)) return [];
    display.segments.forEach((one) => taken.add(one));
    return [display];
  });
}

const hasRelation = (segment: Segment) =>
  segment.glyphs.some((glyph) => isRelation(glyph) && glyph.size >= smaller * segment.size) &&
  segment.glyphs.some(({ text }) => /[\p{L}\d]/u.test(text));

/**
 * Returns whether the segment `one` starts another formula. Segments with relation signs on the same line belong to the
 * same formula.
 */
const isOtherSeed = (one: Segment, seed: Segment, seeds: readonly Segment[]) =>
  seeds.includes(one) && one.size >= smaller * seed.size && Math.abs(one.y - seed.y) > 0.22 * seed.size;

/** Returns the formula with all segments that are near its line. */
function grown(seed: Segment, segments: readonly Segment[], bars: readonly Box[]): Display {
  const found = new Set([seed]);
  const own = new Set<Box>();
  let box = seed.box;
  const { y, size } = seed;
  const reach = nearBeside * size;
  for (let before = -1; before < found.size + own.size;) {
    before = found.size + own.size;
    for (const bar of bars) {
      if (own.has(bar) || Math.abs((bar[1] + bar[3]) / 2 - (y - 0.28 * size)) > 0.45 * size) continue;
      if (bar[0] > box[2] + reach || bar[2] < box[0] - reach || bar[2] - bar[0] > 30 * size) continue;
      own.add(bar);
      box = around([box, [bar[0], box[1], bar[2], box[3]]]);
    }
    for (const one of segments) {
      if (found.has(one) || !one.isMath || !belongs(one, { y, size, box, bars: [...own] })) continue;
      found.add(one);
      box = around([box, [one.box[0], box[1], one.box[2], box[3]]]);
    }
  }
  return { segments: [...found], bars: [...own, ...bars.filter((bar) => isWithin(bar, found))], y, size };
}

/** Returns whether a bar is below or above the glyphs of a segment, as in a root or a nested fraction. */
const isWithin = (bar: Box, found: ReadonlySet<Segment>) =>
  [...found].some(
    ({ box }) => bar[0] >= box[0] - 2 && bar[2] <= box[2] + 2 && bar[1] > box[1] - 4 && bar[3] < box[3] + 4,
  );

function belongs(one: Segment, line: { y: number; size: number; box: Box; bars: readonly Box[] }): boolean {
  const { y, size, box } = line;
  const gap = Math.max(one.box[0] - box[2], box[0] - one.box[2]);
  const shift = Math.abs(one.y - y);
  if (shift < 0.22 * size) return gap < nearBeside * size;
  if (one.glyphs.every(isLarge)) return gap < nearBeside * size && shift < nearAbove * size;
  const isPart = line.bars.some(
    ([left, top, right]) =>
      (one.box[0] + one.box[2]) / 2 > left - 2 &&
      (one.box[0] + one.box[2]) / 2 < right + 2 &&
      Math.abs(one.y - top) < nearAbove * size,
  );
  return isPart || (one.size < smaller * size && gap < 1.5 * size && shift < nearAbove * size);
}

/** Returns whether the formula has symbols or a layout that running text and tables do not have. */
function isFormula({ segments, bars, size, y }: Display): boolean {
  const glyphs = segments.flatMap((one) => one.glyphs);
  if (glyphs.length < leastGlyphs) return false;
  const isShifted = glyphs.some(
    (glyph) => glyph.size < smaller * size && Math.abs(glyph.y - y) > 0.12 * size,
  );
  return bars.length > 0 || isShifted || glyphs.some((glyph) => glyph.math === true || isSpecial(glyph));
}

/** Returns whether running text is on the same line near the formula. */
function isBesideText({ segments, y, size }: Display, all: readonly Segment[]): boolean {
  const [left, , right] = around(segments.map(({ box }) => box));
  return all.some(
    (one) =>
      !one.isMath &&
      Math.abs(one.y - y) < 0.5 * size &&
      one.box[0] < right + clear * size &&
      one.box[2] > left - clear * size,
  );
}
