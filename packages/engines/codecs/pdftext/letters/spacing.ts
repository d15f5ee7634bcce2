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
  let wide = 0;
  for (let n = 1; n < glyphs.length; n += 1) {
    const [before, glyph] = [glyphs[n - 1] as Glyph, glyphs[n] as Glyph];
    if (glyph.space !== undefined || glyph.size !== before.size) continue;
    const gap = (glyph.x - before.x - before.width) / glyph.size;
    gaps.push(gap);
    if (gap > leastGap) wide += 1;
  }
  // Nearly all lines end here, before the slower tests.
  if (wide < gaps.length / 2 || gaps.length < leastLetters - 1) return 0;
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
