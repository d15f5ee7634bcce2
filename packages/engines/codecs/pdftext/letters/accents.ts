/**
 * Combines accents that were drawn as separate glyphs. An accent is combined with the letter above or below the accent.
 */
import type { Glyph } from '../page-data.ts';

/** Maps accent characters, which occupy space in the line, to combining marks. */
const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      '\u0060': '\u0300',
      '\u00b4': '\u0301',
      '^': '\u0302',
      '\u02c6': '\u0302',
      '\u02dc': '\u0303',
      '~': '\u0303',
    },
    ...{ '\u00af': '\u0304', '\u02d8': '\u0306', '\u02d9': '\u0307', '\u00a8': '\u0308', '\u02da': '\u030a' },
    ...{ '\u02dd': '\u030b', '\u02c7': '\u030c', '\u00b8': '\u0327', '\u02db': '\u0328' },
  }),
);

/** Letters without a dot, and the ordinary letters that replace them under an accent. */
const dotless: Readonly<Record<string, string>> = { '\u0131': 'i', '\u0237': 'j' };

/** Maximum distance between the centres of an accent and its letter, in units of the font size. */
const centred = 0.2;

/** Returns the glyphs. An accent that is centred on a letter becomes part of the letter. */
export function withAccents(glyphs: readonly Glyph[]): readonly Glyph[] {
  const taken = new Set<Glyph>();
  for (const [n, accent] of glyphs.entries()) {
    if (!marks.has(accent.text)) continue;
    const letter = [glyphs[n + 1], glyphs[n - 1]].find((one) => one && isBase(accent, one));
    const composed = letter ? composedOf(letter, accent) : undefined;
    if (!letter || composed === undefined) continue;
    letter.text = composed;
    taken.add(accent);
  }
  return taken.size > 0 ? glyphs.filter((glyph) => !taken.has(glyph)) : glyphs;
}

function isBase(accent: Glyph, letter: Glyph): boolean {
  const distance = accent.x + accent.width / 2 - (letter.x + letter.width / 2);
  return (
    /^\p{L}$/u.test(letter.text) &&
    Math.abs(distance) < centred * letter.size &&
    Math.abs(accent.y - letter.y) < 0.5 * letter.size
  );
}

/** Returns the letter with its accent if Unicode has one character for both. */
function composedOf({ text }: Glyph, accent: Glyph): string | undefined {
  const composed = `${dotless[text] ?? text}${marks.get(accent.text) ?? ''}`.normalize('NFC');
  return [...composed].length === 1 ? composed : undefined;
}
