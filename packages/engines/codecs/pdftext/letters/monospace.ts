/**
 * Finds monospaced fonts by their glyph widths, because the names of some fonts do not indicate that they are
 * monospaced.
 */

interface Run {
  font: number;
  size: number;
  text: readonly number[];
  at: readonly number[];
}

/** Letters that are narrow in proportional fonts, and letters that are wide in proportional fonts. */
const narrow = /[ijlftI1.,:;'!|]/;
const wide = /[mwMWOGQ@%&ABDNRUV]/;
/** Minimum number of different characters in a font that can be recognised as monospaced. */
const leastCharacters = 9;
/** Maximum difference between two widths, in units of the font size. */
const tolerance = 0.02;
/** Number of compared characters: all characters with a smaller code. */
const codes = 127;

/** The widths of ASCII characters by code. A character without a width is not shown in the font. */
type Widths = (number | undefined)[];

/** Returns the numbers of the fonts in which narrow and wide letters have the same width. */
export function monospacedFonts(runs: readonly Run[]): Set<number> {
  const widths = new Map<number, Widths>();
  for (const { font, size, text, at } of runs) {
    const known = widths.get(font) ?? Array.from<undefined>({ length: codes });
    widths.set(font, known);
    let glyph = 0;
    for (const code of text) {
      if (code < 0) continue;
      if (code < codes) known[code] = (at[3 * glyph + 2] ?? 0) / size;
      glyph += 1;
    }
  }
  return new Set([...widths].filter(([, known]) => isMonospaced(known)).map(([font]) => font));
}

function isMonospaced(widths: Widths): boolean {
  const letters = widths.flatMap((width, code) =>
    code > 32 && width !== undefined ? [[code, width] as const] : [],
  );
  const has = (kind: RegExp) => letters.some(([code]) => kind.test(String.fromCodePoint(code)));
  if (letters.length < leastCharacters || !has(narrow) || !has(wide)) return false;
  const all = letters.map(([, width]) => width);
  return Math.max(...all) - Math.min(...all) < tolerance;
}
