/** Counts the tokens of a text. */
import type { Tokenizer } from './chunk-model.ts';

export type Count = (text: string) => number;

/** The tokenizer takes quadratic time for a word without spaces, so longer words are counted in parts. */
const longestWord = /\S{400}/g;

/** Returns a function that counts tokens, or characters. Names of special tokens in a text are plain text. */
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
