/** Contents of the target picker: targets in groups, and a search that tolerates typos. */
import { categories, type Category, type Format } from '@protean/formats/format.ts';
import { commonOf } from '@protean/formats/popular.ts';

export interface Choice {
  ext: string;
  name: string;
  aliases: readonly string[];
}

export type GroupName = 'suggested' | 'same' | 'closest' | Category;

export interface Group {
  name: GroupName;
  choices: readonly Choice[];
}

/** Additional search terms for formats. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  docx: ['word', 'office'],
  xlsx: ['excel', 'office'],
  pptx: ['powerpoint', 'slides'],
  heic: ['iphone', 'apple'],
  mov: ['quicktime', 'apple'],
  epub: ['book'],
  azw3: ['kindle'],
  mobi: ['kindle'],
  md: ['markdown'],
  txt: ['text', 'plain'],
  m4a: ['iphone', 'apple', 'aac'],
};

const maxSuggested = 6;

/** For each target, how often the user has chosen it for the source format. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Returns the targets in groups: first the suggestions for files of `category`, then the files' current formats
 * (`own`), then all targets, with one group for each category.
 */
export function groupsOf(
  targets: readonly Format[],
  category: Category | undefined,
  counts: Counts = {},
  own: ReadonlySet<string> = new Set(),
): Group[] {
  const usual = category ? commonOf[category] : ['pdf', 'zip', 'txt', 'png'];
  const chosen = targets.filter(({ ext }) => (counts[ext] ?? 0) > 0);
  chosen.sort((one, other) => (counts[other.ext] ?? 0) - (counts[one.ext] ?? 0));
  const wanted = [...chosen, ...usual.flatMap((ext) => targets.filter((target) => target.ext === ext))];
  const suggested = [...new Set(wanted)].filter(({ ext }) => !own.has(ext)).slice(0, maxSuggested);
  const same = targets.filter(({ ext }) => own.has(ext)).map(choiceOf);
  const byCategory = categories.map((name) => ({
    name,
    choices: targets.filter((target) => target.category === name).map(choiceOf),
  }));
  const first = { name: 'suggested' as const, choices: suggested.map(choiceOf) };
  return [first, { name: 'same' as const, choices: same }, ...byCategory].filter(
    ({ choices }) => choices.length > 0,
  );
}

const choiceOf = ({ ext, name, aliases = [] }: Format): Choice => ({ ext, name, aliases });

/**
 * Returns the targets that match `typed`: the best matches as suggestions, and the other matches by category. If no
 * target matches, returns the targets with the most similar names.
 */
export function search(groups: readonly Group[], typed: string): readonly Group[] {
  const wanted = typed.trim().toLowerCase().replace(/^\./, '');
  if (wanted === '') return groups;
  const all = groups.filter(({ name }) => name !== 'suggested' && name !== 'same');
  const ranked = all
    .flatMap(({ choices }) => choices)
    .map((choice) => ({ choice, rank: rankOf(choice, wanted) }));
  const fitting = ranked.filter(({ rank }) => rank < Infinity).sort((one, other) => one.rank - other.rank);
  if (fitting.length > 0) {
    const best = fitting.slice(0, maxSuggested).map(({ choice }) => choice);
    const rest = new Set(fitting.slice(maxSuggested).map(({ choice }) => choice));
    const others = all.map(({ name, choices }) => ({
      name,
      choices: choices.filter((one) => rest.has(one)),
    }));
    return [{ name: 'suggested' as const, choices: best }, ...others].filter(
      ({ choices }) => choices.length > 0,
    );
  }
  const near = ranked.filter(({ choice }) => namesOf(choice).some((name) => isNear(name, wanted)));
  return near.length > 0
    ? [{ name: 'closest', choices: near.map(({ choice }) => choice).slice(0, maxSuggested) }]
    : [];
}

/** Returns the choice that has `typed` as its extension or as an alias. */
export function exactChoice(groups: readonly Group[], typed: string): Choice | undefined {
  const wanted = typed.trim().toLowerCase().replace(/^\./, '');
  return groups.flatMap(({ choices }) => choices).find((choice) => namesOf(choice).includes(wanted));
}

const namesOf = ({ ext, aliases }: Choice) => [ext, ...aliases];

function rankOf(choice: Choice, wanted: string): number {
  const names = namesOf(choice);
  if (names.includes(wanted)) return 0;
  if (choice.ext.startsWith(wanted)) return 1;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  const words = choice.name.toLowerCase().split(/[^\p{L}\d]+/u);
  if (words.some((word) => word.startsWith(wanted))) return 3;
  if (keywords[choice.ext]?.some((word) => word.startsWith(wanted))) return 4;
  if (wanted.length > 1 && `${names.join(' ')} ${choice.name.toLowerCase()}`.includes(wanted)) return 5;
  return Infinity;
}

/**
 * Whether a name is similar to the typed text. Text of 3 to 5 letters may contain 1 typo: a wrong, missing, extra or
 * swapped letter. Longer text may contain 2 typos.
 */
function isNear(name: string, wanted: string): boolean {
  if (wanted.length < 3) return false;
  return distance(name, wanted) <= (wanted.length < 6 ? 1 : 2);
}

function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (line: readonly number[], n: number) => line[n] ?? Infinity;
      const replaced = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(at(above, j) + 1, at(row, j - 1) + 1, replaced, isSwap ? at(before, j - 2) + 1 : Infinity),
      );
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? Infinity;
}
