/** The format, or another name of a list, that somebody may have meant by a name that is none. */
import { formats } from './index.ts';

/** Two letters in the wrong order are the likeliest mistake. */
const swap = 0.9;

/** More mistakes than this make another word. */
const maxMistakes = 2;

/** The extension or alias nearest to `name`; undefined where none is near. */
export function nearestFormatName(name: string): string | undefined {
  const names = formats.flatMap(({ ext, aliases = [] }) => [ext, ...aliases]);
  return nearestName(name.trim().toLowerCase().replace(/^\./, ''), names);
}

/** The one of `names` nearest to `wanted`; undefined where none is near. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  // Half of a short name is another name.
  let fewest = Math.min(maxMistakes, Math.floor(wanted.length / 2)) + 1;
  for (const known of names) {
    const mistakes = distance(wanted, known);
    if (mistakes < fewest) [best, fewest] = [known, mistakes];
  }
  return best;
}

/** Letters to add, leave out, replace or swap with their neighbour (optimal string alignment). */
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
