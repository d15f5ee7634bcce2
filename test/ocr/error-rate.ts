/** Computes the character error rate: the number of wrong characters divided by the length of the correct text. */

/**
 * Returns the number of character changes that turn the recognized text `read` into the correct text `due`, divided by
 * the length of `due`. Consecutive white-space characters count as one space. Invisible characters, such as direction
 * marks, do not count.
 */
export function errorRate(due: string, read: string): number {
  const [a, b] = [charactersOf(due), charactersOf(read)];
  return distance(a, b) / a.length;
}

function charactersOf(text: string): string[] {
  const visible = text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\f]/g, '');
  // Chinese and Japanese have no spaces between words, and OCR guesses spaces from gaps in the layout. Therefore,
  // spaces do not count in Chinese and Japanese texts.
  const spaced = /[\u3040-\u30ff\u4e00-\u9fff]/.test(visible) ? visible.replace(/\s+/g, '') : visible;
  return [...spaced.replace(/\s+/g, ' ').trim()];
}

/** Returns the number of insertions, deletions and substitutions (Levenshtein distance). */
function distance(a: readonly string[], b: readonly string[]): number {
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [y, one] of a.entries()) {
    const line = [y + 1];
    for (const [x, other] of b.entries()) {
      const substituted = (above[x] ?? 0) + (one === other ? 0 : 1);
      line.push(Math.min(substituted, (above[x + 1] ?? 0) + 1, (line[x] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
