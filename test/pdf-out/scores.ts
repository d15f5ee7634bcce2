/** Compares the content of a converted document with the content of its source, and gives scores from 0 to 1. */
import type { Facts } from './facts.ts';

export interface Scores {
  words: number;
  headings?: number;
  tables?: number;
  lists?: number;
  links?: number;
  pictures?: number;
  /** Number of running heads that are left in the converted text. */
  heads: number;
}

/**
 * Returns the scores of the result `seen` for the source `due`. Omits the score of a kind of content that is missing
 * from both documents.
 */
export function scoresOf(due: Facts, seen: Facts, heads: readonly string[]): Scores {
  const text = seen.words.join(' ');
  const score = (name: 'headings' | 'neighbours' | 'items' | 'links' | 'pictures') =>
    due[name].length + seen[name].length > 0 ? f1(due[name], seen[name]) : undefined;
  const found = {
    headings: score('headings'),
    tables: score('neighbours'),
    lists: score('items'),
    links: score('links'),
    pictures: score('pictures'),
  };
  return {
    words: (2 * common(due.words, seen.words)) / Math.max(1, due.words.length + seen.words.length),
    ...(Object.fromEntries(
      Object.entries(found).filter(([, value]) => value !== undefined),
    ) as Partial<Scores>),
    heads: heads.reduce((sum, head) => sum + text.split(head).length - 1, 0),
  };
}

function f1(due: readonly string[], seen: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of due) left.set(one, (left.get(one) ?? 0) + 1);
  let hits = 0;
  for (const one of seen) {
    const count = left.get(one) ?? 0;
    if (count > 0) hits += 1;
    left.set(one, count - 1);
  }
  return (2 * hits) / (due.length + seen.length);
}

/** Returns the length of the longest common subsequence. Keeps only two rows of the dynamic programming table. */
function common(one: readonly string[], two: readonly string[]): number {
  const ids = new Map<string, number>();
  const numbers = (words: readonly string[]) =>
    Uint32Array.from(words, (word) => ids.get(word) ?? (ids.set(word, ids.size), ids.size - 1));
  const [a, b] = [numbers(one), numbers(two)];
  let before = new Uint32Array(b.length + 1);
  for (const word of a) {
    const row = new Uint32Array(b.length + 1);
    for (let n = 1; n <= b.length; n += 1)
      row[n] = b[n - 1] === word ? (before[n - 1] ?? 0) + 1 : Math.max(before[n] ?? 0, row[n - 1] ?? 0);
    before = row;
  }
  return before.at(-1) ?? 0;
}
