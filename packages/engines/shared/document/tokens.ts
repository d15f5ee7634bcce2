/** Counts the tokens of a text. */
import type { Tokenizer } from './names.ts';

export type Count = (text: string) => number;

/** Longer words are counted in parts, because the tokenizer takes quadratic time for a word without spaces. */
const longestWord = /\S{400}/g;

/**
 * Returns a function that counts tokens, or characters. In a text, the names of special tokens count as ordinary text.
 */
export async function counterOf(tokenizer: Tokenizer): Promise<Count> {
  if (tokenizer === 'characters') return (text) => Array.from(text).length;
  const { countTokens } =
    tokenizer === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base');
  const plain = { disallowedSpecial: new Set<string>() };
  return (text) =>
    text
      .replace(longestWord, (word) => `${word}\u0000`)
      .split('\u0000')
      .reduce((sum, part) => sum + countTokens(part, plain), 0);
}
