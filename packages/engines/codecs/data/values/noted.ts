/** Collects the losses of a codec, and writes them as warnings after the conversion. */
import type { Step } from '../../../contract/engine.ts';
import { warn } from '../../../shared/runner/warn.ts';
import type { WarningCode } from '../../../contract/warnings.ts';
import type { Numeral, Value, ValueMap } from './value.ts';

/**
 * Number of occurrences of each loss, by warning. The numbers are reset after each file, because a warm engine converts
 * many files.
 */
const noted = new Map<WarningCode, Map<string, number>>();

/** Maximum number of losses that one warning lists. */
const maxNamed = 5;

/** Counts the loss `what` for the warning `code`. If `what` is empty, the warning contains only the count. */
export function note(code: WarningCode, what = '', times = 1): void {
  if (times === 0) return;
  const counts = noted.get(code) ?? new Map<string, number>();
  noted.set(code, counts);
  // Only the first few different losses are counted, because a file can have a million different tags.
  if (counts.has(what) || counts.size <= maxNamed) counts.set(what, (counts.get(what) ?? 0) + times);
}

export function forgetNotes(): void {
  noted.clear();
}

/** Returns the collected warnings with their details, and clears the collection. */
export function takeNotes(): [code: WarningCode, detail: string][] {
  const warnings = [...noted].map(([code, counts]): [WarningCode, string] => {
    const named = [...counts]
      .slice(0, maxNamed)
      .map(([what, count]) => (what === '' ? String(count) : count > 1 ? `${what} ${count}x` : what));
    return [code, [...named, ...(counts.size > maxNamed ? ['others'] : [])].join(', ')];
  });
  forgetNotes();
  return warnings;
}

/**
 * Returns the nearest double, or undefined outside the range of doubles. Notes a loss if the double cannot store all
 * digits.
 */
export function doubleOf(number: Numeral): number | undefined {
  const { double } = number;
  if (double !== undefined && number.losesDigits) note('numbers_rounded');
  return double;
}

/** Sets a member. If the key already exists, replaces its value and notes the repetition. */
export function setMember<Held>(map: Map<string, Held>, key: string, value: Held): void {
  if (map.has(key)) note('repeated_keys', key.slice(0, 40));
  map.set(key, value);
}

/** Returns the non-null members of the map, for formats without null. Notes that null members are left out. */
export function heldMembers(map: ValueMap): [key: string, member: Exclude<Value, null>][] {
  return [...map].flatMap(([key, member]): [string, Exclude<Value, null>][] => {
    if (member !== null) return [[key, member]];
    note('nulls_left_out', key.slice(0, 40));
    return [];
  });
}

/**
 * Returns the string, and notes an unpaired surrogate in it. Readers of JSON call this function only for strings with
 * escapes, because only escapes can produce unpaired surrogates.
 */
export function noteIfBroken(text: string): string {
  if (!text.isWellFormed()) note('characters_replaced', 'lone surrogates');
  return text;
}

/** Formats that store unpaired surrogates as escapes. */
const holdsSurrogates = new Set(['json', 'ndjson', 'json5', 'properties']);

export function tellNotes(step: Pick<Step, 'outputDir' | 'to'>): void {
  for (const [code, detail] of takeNotes()) {
    if (code === 'characters_replaced' && holdsSurrogates.has(step.to)) continue;
    warn(step, code, detail.replace(/[^\w .,:;+/%-]/g, '_').slice(0, 120));
  }
}
