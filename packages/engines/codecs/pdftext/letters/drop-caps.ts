/** Joins a large first letter that is several lines high with the first of these lines. */
import type { Glyph } from '../page-data.ts';

/** Minimum ratio between the sizes of the letter and the text. */
const larger = 1.8;
/** Maximum gap between the letter and the text, in units of the font size of the text. */
const widestGap = 1.2;
/** Minimum number of letters in a line. */
const leastLetters = 8;

/**
 * Returns the lines with drop caps (large initial letters) joined to their text. A drop cap next to at least two lines
 * becomes the first letter of the highest of these lines. A large letter next to fewer than two lines stays separate.
 */
export function withDropCaps(lines: readonly (readonly Glyph[])[]): readonly (readonly Glyph[])[] {
  const caps = lines.flatMap((line) => {
    const [first, second] = line;
    const isAlone = !second || first === undefined || first.size > larger * second.size;
    return first && isAlone && /^\p{Lu}$/u.test(first.text) ? [first] : [];
  });
  return caps.reduce(joined, lines);
}

function joined(lines: readonly (readonly Glyph[])[], cap: Glyph): readonly (readonly Glyph[])[] {
  const others = lines.map((line) => line.filter((glyph) => glyph !== cap)).filter((line) => line.length > 0);
  const beside = others
    .filter((line) => isBeside(line, cap))
    .sort((one, two) => (one[0]?.y ?? 0) - (two[0]?.y ?? 0));
  const [top, second] = beside;
  const [first] = top ?? [];
  if (!top || !second || !first) return lines;
  const letter = { ...cap, y: first.y, size: first.size, x: cap.x, width: first.x - cap.x };
  // The lines next to the large letter are extended to its left edge, so that all lines have the same indent.
  return others.map((line) => {
    if (line === top) return [letter, ...line];
    const [start] = line;
    return start && beside.includes(line)
      ? [{ ...start, x: cap.x, width: start.x + start.width - cap.x }, ...line.slice(1)]
      : line;
  });
}

function isBeside(line: readonly Glyph[], cap: Glyph): boolean {
  const [first] = line;
  if (!first || line.length < leastLetters || cap.size < larger * first.size) return false;
  const gap = first.x - cap.x - cap.width;
  const isAtHeight = first.y > cap.y - 0.8 * cap.size && first.y < cap.y + 0.3 * first.size;
  return isAtHeight && gap > -0.5 * first.size && gap < widestGap * first.size;
}
