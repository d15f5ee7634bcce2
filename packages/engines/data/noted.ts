/** Collects what a codec cannot keep of a file, and writes it as warnings of the result once the file is converted. */
import type { Step } from '../runtime/engine.ts';
import { warn } from '../runtime/warn.ts';
import type { WarningCode } from '../runtime/warnings.ts';

/** How often each thing was met, by the warning. A warm worker converts one file after the other, so this is cleared. */
const noted = new Map<WarningCode, Map<string, number>>();

/** Most things that one warning names. */
const maxNamed = 5;

/** Counts `what` for the warning `code`. */
export function note(code: WarningCode, what: string): void {
  const counts = noted.get(code) ?? new Map<string, number>();
  noted.set(code, counts);
  // A file can have a million different tags.
  if (counts.has(what) || counts.size <= maxNamed) counts.set(what, (counts.get(what) ?? 0) + 1);
}

export function forgetNotes(): void {
  noted.clear();
}

/** The warnings in words, and forgets them. */
export function takeNotes(): [code: WarningCode, detail: string][] {
  const told = [...noted].map(([code, counts]): [WarningCode, string] => {
    const named = [...counts]
      .slice(0, maxNamed)
      .map(([what, count]) => (count > 1 ? `${what} ${count}x` : what));
    return [code, [...named, ...(counts.size > maxNamed ? ['others'] : [])].join(', ')];
  });
  forgetNotes();
  return told;
}

/** Only escaped characters can be half of a surrogate pair, so that few texts are looked at. */
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
