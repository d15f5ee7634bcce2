/** Measures letter-spacing: equal gaps between the letters of a word, as in some headings. */
import { median } from '../boxes.ts';
import type { Glyph } from '../page-data.ts';

/** Minimum number of letters in letter-spaced text. */
const leastLetters = 4;
/** Minimum gap between letters, and maximum deviation of the gaps because of kerning, in units of the font size. */
const leastGap = 0.08;
const deviation = 0.1;
/** Minimum share of gaps that are equal. */
const mostEqual = 0.75;

/**
 * Returns the usual gap between the letters of a line in units of the font size, or 0 if the line is not letter-spaced.
 * Ignores gaps with a space in the text layer.
 */
export function letterSpacing(glyphs: readonly Glyph[]): number {
  const gaps: number[] = [];
  for (const [n, glyph] of glyphs.entries()) {
    const before = glyphs[n - 1];
    if (!before || glyph.space !== undefined || glyph.size !== before.size) continue;
    gaps.push((glyph.x - before.x - before.width) / glyph.size);
  }
  const letters = glyphs.filter(
    ({ text, math, tex }) => !math && tex === undefined && /^\p{L}/u.test(text),
  ).length;
  const usual = median(gaps);
  const equal = gaps.filter((gap) => Math.abs(gap - usual) < deviation).length;
  const isSpaced =
    letters >= leastLetters &&
    letters >= 0.8 * glyphs.length &&
    usual > leastGap &&
    equal >= mostEqual * gaps.length;
  return isSpaced ? usual : 0;
}
