/** What a conversion that succeeded did not do wholly as asked: `warnings` in the answer, and how a runner tells of one. */

export const warnings = {
  encoding_guessed: 'The encoding of the text was guessed from the content and may be wrong.',
  second_engine: 'The usual engine could not read the file. Another one read it, which may keep less of it.',
} as const;

export type WarningCode = keyof typeof warnings;

/** The file in the output folder in which commands list their warnings: a code a line. */
export const warningsFileName = '.warnings';

/** The codes of the table that `text`, the content of such a file, lists. */
export function warningsIn(text: string): WarningCode[] {
  const isKnown = (line: string): line is WarningCode => Object.hasOwn(warnings, line);
  return [...new Set(text.split('\n').filter(isKnown))];
}
