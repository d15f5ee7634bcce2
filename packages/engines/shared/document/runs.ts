/** Reads and merges text runs. A run is a piece of text with uniform formatting. Blocks and cells consist of runs. */
import type { Run } from './model.ts';

type Style = Omit<Run, 'text'>;

const styleNames = [
  ...(['bold', 'italic', 'underline', 'strike', 'code', 'shift'] as const),
  ...(['link', 'math', 'picture', 'note'] as const),
];

const isPlain = (run: Run) => styleNames.every((name) => run[name] === undefined);

/**
 * Returns whether the run is an object: a picture, a footnote mark or a formula. Adjacent objects are never
 * merged.
 */
const isObject = (run: Run) => run.picture !== undefined || run.note !== undefined || run.math === true;

const isSameStyle = (one: Style, other: Style) => styleNames.every((name) => one[name] === other[name]);

/** Merges adjacent runs of the same style, and removes white space at both ends. */
export function tidy(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.text === '' && !isObject(run)) continue;
    if (last && isSameStyle(last, run) && !isObject(run)) last.text += run.text;
    else merged.push({ ...run });
  }
  return trimEnd(trimStart(merged));
}

function trimStart(runs: Run[]): Run[] {
  for (let [first] = runs; first && !isObject(first); [first] = runs) {
    first.text = first.text.trimStart();
    if (first.text !== '') break;
    runs.shift();
  }
  return runs;
}

function trimEnd(runs: Run[]): Run[] {
  for (let last = runs.at(-1); last && !isObject(last); last = runs.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    runs.pop();
  }
  return runs;
}

/** Returns the text of runs, without references to footnotes. */
export const plainText = (runs: readonly Run[]) =>
  runs.map(({ text, note }) => (note === undefined ? text : '')).join('');

/** Returns the members `text` and `runs` of a block or cell. Leaves out `runs` if no run has formatting. */
export function textMembers(given: readonly Run[]): { text: string; runs?: Run[] } {
  const runs = tidy(given);
  return { text: plainText(runs), ...(runs.every(isPlain) ? {} : { runs }) };
}

/** Returns the runs of a block or cell. */
export const runsOf = ({ text, runs }: { text: string; runs?: Run[] | undefined }): readonly Run[] =>
  runs ?? (text === '' ? [] : [{ text }]);
