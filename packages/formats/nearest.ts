/** Suggests the format, or the entry of another list, that is closest to a misspelled name. */
import { formats } from './index.ts';

/** Cost of 2 letters in the wrong order, which is the most likely mistake. */
const swap = 0.9;

/** Maximum number of mistakes. A name with more mistakes is considered a different word. */
const maxMistakes = 2;

/** Returns the extension or alias nearest to `name`, or undefined. */
export function nearestFormatName(name: string): string | undefined {
  const names = formats.flatMap(({ ext, aliases = [] }) => [ext, ...aliases]);
  return nearestName(name.trim().toLowerCase().replace(/^\./, ''), names);
}

/** Returns the entry of `names` nearest to `wanted`, or undefined. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  // Fewer mistakes are allowed in short names, because half of a short name is another name.
  let fewest = Math.min(maxMistakes, Math.floor(wanted.length / 2)) + 1;
  for (const known of names) {
    const mistakes = distance(wanted, known);
    if (mistakes < fewest) [best, fewest] = [known, mistakes];
  }
  return best;
}

/** Returns the number of letters to add, remove, replace or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > maxMistakes) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + swap : Infinity;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}
