/**
 * Compares the words, numbers and visible symbols of a result with the content of its source. Ignores typographic
 * differences.
 */
import type { Phrase } from './trait-document.ts';

/** The content of a result, read by an independent tool. */
export interface Reading {
  /** The visible text. */
  text: string;
  /** The whole content of the file, including comments and notes. If `all` is absent, the whole content is `text`. */
  all?: string;
  /**
   * Whether `text` includes the numbers of list items. Some formats generate the numbers of list items only at display
   * time.
   */
  numbersLists?: boolean;
  /** Whether `text` may contain markup between the words of a phrase. */
  marked?: boolean;
}

/** The maximum number of markup tokens between two consecutive words of a phrase. */
const markGap = 6;

const checkboxes: readonly (readonly [RegExp, string])[] = [
  [/\\?\[[xX]\\?\]|\\boxtimes|[⊠☑🗹🗷☒]|\u2611|\u2612/gu, ' ☒ '],
  [/\\?\[ \\?\]|\\square|\\Box|[❏□▢☐]/gu, ' ☐ '],
  [/[✔✓🗸]/gu, ' ✓ '],
];

/**
 * Private-use code points of the font OpenSymbol. In PDFs, LibreOffice writes private-use code points instead of
 * standard code points.
 */
const symbolFont: readonly (readonly [RegExp, string])[] = [
  [/[\uf0fc\ue4fc\ue4c4]/g, ' ✓ '],
  [/\uf061/g, ' α '],
  [/\uf062/g, ' β '],
];

/**
 * Returns the words, the numbers and the non-ASCII symbols, in lower case. Ignores quotes, dashes, bullets, line breaks
 * and hyphenation. Keeps all digits of a number, so `1.0` differs from `1`.
 */
export function tokensOf(text: string): string[] {
  let plain = text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]/g, '')
    .replace(/(\p{L})[-\u2010]\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/[’‘ʼ]/g, "'")
    // Chinese and Japanese text has no spaces between words.
    .replace(/\p{Script=Han}|\p{Script=Hiragana}+|\p{Script=Katakana}+/gu, ' $& ');
  for (const [mark, written] of [...symbolFont, ...checkboxes]) plain = plain.replace(mark, written);
  return (
    plain
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:'\p{L}+)*|[^\p{L}\p{N}\p{P}\p{Z}\p{C}\x00-\x7f]/gu) ?? []
  );
}

/**
 * Returns whether `tokens` contains the phrase. Allows at most `gap` other tokens between consecutive tokens of the
 * phrase.
 */
export function holdsPhrase(tokens: readonly string[], phrase: readonly string[], gap: number): boolean {
  const [first] = phrase;
  return tokens.some((token, at) => token === first && follows(tokens, phrase, at, gap));
}

function follows(tokens: readonly string[], phrase: readonly string[], start: number, gap: number): boolean {
  let at = start;
  for (const word of phrase.slice(1)) {
    const found = tokens.indexOf(word, at + 1);
    if (found < 0 || found - at - 1 > gap) return false;
    at = found;
  }
  return true;
}

const spellings = (phrase: Phrase): readonly string[] => [phrase].flat();

/**
 * Returns the phrases that the result lacks, in their first spelling. If `aside` is true, also searches content outside
 * the visible text.
 */
export function missing(
  reading: Reading,
  phrases: readonly Phrase[],
  { aside = false }: { aside?: boolean } = {},
): string[] {
  const tokens = tokensOf(reading.text);
  const all = aside && reading.all !== undefined ? tokensOf(reading.all) : [];
  const gap = reading.marked ? markGap : 0;
  const isThere = (phrase: string) => {
    const sought = tokensOf(phrase);
    return holdsPhrase(tokens, sought, gap) || (all.length > 0 && holdsPhrase(all, sought, markGap));
  };
  return phrases
    .map(spellings)
    .filter((each) => !each.some(isThere))
    .map(([usual = '']) => usual);
}

/** Returns the phrases of `hidden` that are visible in the result. */
export function visible(reading: Reading, hidden: readonly string[]): string[] {
  const tokens = tokensOf(reading.text);
  return hidden.filter((phrase) => holdsPhrase(tokens, tokensOf(phrase), 0));
}

/**
 * Returns the words of two or more letters that only `result` has. Ignores numbers, because some formats add numbers of
 * pages or cells.
 */
export function additions(source: string, result: string): string[] {
  const known = new Set(tokensOf(source));
  return [...new Set(tokensOf(result))].filter((token) => /\p{L}{2}/u.test(token) && !known.has(token));
}
