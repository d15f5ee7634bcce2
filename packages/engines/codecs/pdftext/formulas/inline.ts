/** Finds formulas within lines of running text. */
import type { Glyph } from '../page-data.ts';
import { isNatural, wordsOf, type Segment } from './display.ts';
import { isLarge, isRelation } from './symbols.ts';

/** Maximum font size of an index, as a share of the font size of its line. */
const smaller = 0.85;
/** Maximum distance of an index from the baseline of its line, as a share of the line's font size. */
const farthest = 0.95;

/**
 * Returns the glyphs of each formula in a line. A formula must contain a letter, and must use an index or a font for
 * formulas. A formula must also have a structure: a relation such as `=`, a large operator, or an index.
 */
export function inlineFormulas(line: Segment, small: readonly Segment[], hasMathFonts: boolean): Glyph[][] {
  const shifted = small.filter((one) => isIndex(one, line)).flatMap(({ glyphs }) => glyphs);
  const all = [...line.glyphs, ...shifted].sort((one, two) => one.x - two.x);
  const isShifted = new Set(shifted);
  const runs: Glyph[][] = [];
  let run: Glyph[][] = [];
  const flush = () => {
    const found = trimmed(run, isShifted);
    if (found.length > 0 && isFormula(found.flat(), isShifted, hasMathFonts)) runs.push(found.flat());
    run = [];
  };
  for (const word of wordsOf(all)) {
    if (isPart(word, isShifted, run)) run.push(word);
    else flush();
  }
  flush();
  return runs.map((glyphs) => withoutPunctuation(glyphs, isShifted));
}

const isIndex = (one: Segment, line: Segment) =>
  one.isMath &&
  one.size < smaller * line.size &&
  Math.abs(one.y - line.y) < farthest * line.size &&
  one.box[0] < line.box[2] + 0.3 * line.size &&
  one.box[2] > line.box[0];

const isLetter = ({ text }: Glyph) => /^\p{L}$/u.test(text);

/**
 * Returns whether a word may be part of a formula. A word of running text is not part of a formula, unless it is a
 * single letter.
 */
function isPart(word: readonly Glyph[], shifted: ReadonlySet<Glyph>, run: readonly Glyph[][]): boolean {
  const full = word.filter((glyph) => !shifted.has(glyph));
  if (full.length === 0) return run.length > 0;
  if (isNatural(full) && isNatural(word)) return false;
  const letters = full.filter(isLetter);
  // Upright single letters, such as "a", are words.
  if (letters.length === 1 && full.length === 1) {
    const [letter] = letters;
    return letter !== undefined && (letter.italic || letter.math === true || letter.bold);
  }
  return true;
}

const hasMath = (word: readonly Glyph[], shifted: ReadonlySet<Glyph>) =>
  word.some(
    (glyph) =>
      (glyph.math === true && /[\p{L}∈∑∫∂∇√∞]/u.test(glyph.text)) || isLarge(glyph) || shifted.has(glyph),
  );

const isOperator = (glyph: Glyph) => isRelation(glyph) || /^[+−×·⋅±∪∩⊗⊕∘/]$/u.test(glyph.text);

/** Removes numbers and punctuation at both ends of a formula, except next to an operator. */
function trimmed(run: readonly Glyph[][], shifted: ReadonlySet<Glyph>): Glyph[][] {
  const isContent = (word: readonly Glyph[]) => hasMath(word, shifted) || word.some(isOperator);
  let [start, end] = [0, run.length];
  const isLoose = (word: readonly Glyph[] | undefined, beside: readonly Glyph[] | undefined) =>
    word !== undefined && !isContent(word) && !(beside && beside.some(isOperator));
  while (start < end && isLoose(run[start], run[start + 1])) start += 1;
  while (end > start && isLoose(run[end - 1], run[end - 2])) end -= 1;
  return run.slice(start, end);
}

function isFormula(glyphs: readonly Glyph[], shifted: ReadonlySet<Glyph>, hasMathFonts: boolean): boolean {
  const isEquation = hasMathFonts && glyphs.some(isRelation) && glyphs.some((glyph) => shifted.has(glyph));
  const isMath = (isEquation || glyphs.some((glyph) => glyph.math === true)) && hasMath(glyphs, shifted);
  const hasStructure = glyphs.some((glyph) => shifted.has(glyph) || isRelation(glyph) || isLarge(glyph));
  return isMath && hasStructure && glyphs.some((glyph) => isLetter(glyph) && !shifted.has(glyph));
}

/** Removes punctuation of the sentence around a formula, and brackets without a counterpart. */
function withoutPunctuation(glyphs: Glyph[], shifted: ReadonlySet<Glyph>): Glyph[] {
  const result = [...glyphs];
  const isLoose = (glyph: Glyph | undefined) =>
    glyph !== undefined && !shifted.has(glyph) && /^[.,;:!?]$/.test(glyph.text);
  while (isLoose(result.at(-1))) result.pop();
  while (isLoose(result[0])) result.shift();
  const count = (mark: string) => result.filter(({ text }) => text === mark).length;
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
  ] as const) {
    if (count(close) > count(open) && result.at(-1)?.text === close) result.pop();
    if (count(open) > count(close) && result[0]?.text === open) result.shift();
  }
  return result;
}
