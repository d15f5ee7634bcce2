/** Reads the warnings that an engine wrote into its output folder. The warnings of an engine are untrusted input. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  sentenceOf,
  warningsFileName,
  warningsIn,
  type GivenWarning,
  type Match,
  type WarningCode,
} from '@protean/engines/contract/warnings.ts';
import { readAt } from '../../kit/read-at.ts';
import { readPlainFile } from './plain-file.ts';

/** A warning of a conversion, as shown to callers. */
export type Warning = {
  code: WarningCode;
  message: string;
  /** The matches that the warning reports. */
  matches?: Match[];
};

export const warningOf = (given: GivenWarning): Warning => ({
  code: given.code,
  message: sentenceOf(given),
  ...(given.matches ? { matches: given.matches } : {}),
});

/** Maximum number of bytes that are read from an engine's file of warnings. */
const maxBytes = 64 * 1024;

/** Returns the warnings and removes their file, so that only results remain in the folder. */
export async function takeWarnings(output: string): Promise<GivenWarning[]> {
  const file = path.join(output, warningsFileName);
  if (!existsSync(file)) return [];
  const text = await readPlainFile(file, async (handle) =>
    (await readAt(handle, 0, maxBytes)).toString('latin1'),
  );
  // A link or folder with the name of the warnings file stays in the output folder, and the check of the results
  // rejects this link or folder.
  if (text === undefined) return [];
  await rm(file);
  return warningsIn(text);
}
