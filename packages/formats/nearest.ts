/** Suggests the formats, or the entries of another list, that are most similar to a misspelled name. */
import { formats } from './index.ts';

/** Cost of 2 swapped letters. A swap costs less than any other mistake, because swaps are the most likely mistakes. */
const swap = 0.9;

/** Maximum number of spelling mistakes in a name. A name with more spelling mistakes is considered a different word. */
const maxMistakes = 2;

/** Maximum number of suggestions, and maximum number of names that a message lists in full. */
const [maxSuggestions, maxListed] = [3, 12];

/** Returns the extension or alias nearest to `name`, or undefined. */
export const nearestFormatName = (name: string): string | undefined => nearestFormatNames(name)[0];

/** Returns at most 3 extensions and aliases nearest to `name`. If `exts` is given, considers only these formats. */
export function nearestFormatNames(name: string, exts?: readonly string[]): string[] {
  const known = exts ? formats.filter(({ ext }) => exts.includes(ext)) : formats;
  const names = known.flatMap(({ ext, aliases = [] }) => [ext, ...aliases]);
  return nearestNames(name.trim().toLowerCase().replace(/^\./, ''), names);
}

/** Returns the entry of `names` nearest to `wanted`, or undefined. */
export const nearestName = (wanted: string, names: readonly string[]): string | undefined =>
  nearestNames(wanted, names)[0];

/**
 * Returns at most 3 entries of `names` that have the smallest edit distance to `wanted`, or an empty list if no entry
 * is similar.
 */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  let nearest: string[] = [];
  // Fewer mistakes are allowed in short names, because 2 mistakes can turn a short name into any other short name.
  let fewest = Math.min(maxMistakes, Math.floor(wanted.length / 2)) + 0.5;
  for (const known of names) {
    const mistakes = distance(wanted, known);
    if (mistakes < fewest) [nearest, fewest] = [[known], mistakes];
    else if (mistakes === fewest) nearest.push(known);
  }
  return nearest.slice(0, maxSuggestions);
}

/** Returns a question that suggests `names`, or an empty string if the list is empty. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Did you mean ${names.join(' or ')}?`;

/**
 * Returns advice for an error message about the unknown name `wanted`. Suggests the nearest entries of `names`. If no
 * entry of `names` is near, lists all names. Shortens a long list to 3 names, and refers to the error field that
 * contains all names.
 */
export function namesAdvice(wanted: string, names: readonly string[], label: string): string {
  const nearest = nearestNames(wanted, names);
  if (nearest.length > 0) return didYouMean(nearest);
  if (names.length <= maxListed) return `${label}: ${names.join(', ')}.`;
  return `${label}: ${names.slice(0, maxSuggestions).join(', ')} and ${names.length - maxSuggestions} others (details.allowed).`;
}

/**
 * Returns the edit distance: the number of letters to add, remove, replace or swap with the next letter (optimal string
 * alignment). Returns Infinity for names that differ by clearly more than {@link maxMistakes}.
 */
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
    // Ends early if no later row can reach `maxMistakes`. The comparison adds 1, because a swap in the next row continues
    // from the previous row, whose minimum may be 1 lower than the minimum of the current row.
    if (Math.min(...row) > maxMistakes + 1) return Infinity;
  }
  return at(a.length, b.length);
}
