/** Collects the losses of a codec, and writes them as warnings after the conversion. */
import type { Step } from '../../../contract/engine.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { WarningCode } from '../../../contract/warnings.ts';
import type { Numeral, Value, ValueMap } from './value.ts';

/** How often each thing was met, by the warning. A warm engine converts one file after the other, so this is cleared. */
const noted = new Map<WarningCode, Map<string, number>>();

/** Most things that one warning names. */
const maxNamed = 5;

/** Counts `what` for the warning `code`; without a name the warning has only the count. */
export function note(code: WarningCode, what = '', times = 1): void {
  if (times === 0) return;
  const counts = noted.get(code) ?? new Map<string, number>();
  noted.set(code, counts);
  // A file can have a million different tags.
  if (counts.has(what) || counts.size <= maxNamed) counts.set(what, (counts.get(what) ?? 0) + times);
}

export function forgetNotes(): void {
  noted.clear();
}

/** The warnings in words, and forgets them. */
export function takeNotes(): [code: WarningCode, detail: string][] {
  const told = [...noted].map(([code, counts]): [WarningCode, string] => {
    const named = [...counts]
      .slice(0, maxNamed)
      .map(([what, count]) => (what === '' ? String(count) : count > 1 ? `${what} ${count}x` : what));
    return [code, [...named, ...(counts.size > maxNamed ? ['others'] : [])].join(', ')];
  });
  forgetNotes();
  return told;
}

/** The nearest double, noted if it has fewer digits than the number; undefined beyond its range. */
export function doubleOf(number: Numeral): number | undefined {
  const { double } = number;
  if (double !== undefined && number.losesDigits) note('numbers_rounded');
  return double;
}

/** Sets a member; a repeated key keeps its last value, and is noted. */
export function setMember<Held>(map: Map<string, Held>, key: string, value: Held): void {
  if (map.has(key)) note('repeated_keys', key.slice(0, 40));
  map.set(key, value);
}

/** The members of a map that are not null, for formats without null; the others are noted. */
export function heldMembers(map: ValueMap): [key: string, member: Exclude<Value, null>][] {
  return [...map].flatMap(([key, member]): [string, Exclude<Value, null>][] => {
    if (member !== null) return [[key, member]];
    note('nulls_left_out', key.slice(0, 40));
    return [];
  });
}

/** Only escaped characters can be half of a surrogate pair, so few texts are checked. */
export function noteIfBroken(text: string): string {
  if (!text.isWellFormed()) note('characters_replaced', 'lone surrogates');
  return text;
}

/** These formats hold lone surrogates as escapes. */
const holdsSurrogates = new Set(['json', 'ndjson', 'json5', 'properties']);

export function tellNotes(step: Pick<Step, 'outputDir' | 'to'>): void {
  for (const [code, detail] of takeNotes()) {
    if (code === 'characters_replaced' && holdsSurrogates.has(step.to)) continue;
    warn(step, code, detail.replace(/[^\w .,:;+/%-]/g, '_').slice(0, 120));
  }
}
