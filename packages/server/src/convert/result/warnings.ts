/** Reads the warnings that the engine of a step has left in its output folder, which are untrusted input. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  sentenceOf,
  warningsFileName,
  warningsIn,
  type GivenWarning,
  type WarningCode,
} from '@protean/engines/contract/warnings.ts';
import { readPlainFile } from './plain-file.ts';

/** A warning of a conversion, as callers see it. */
export interface Warning {
  code: WarningCode;
  message: string;
}

export const warningOf = (given: GivenWarning): Warning => ({ code: given.code, message: sentenceOf(given) });

/** All warnings of an honest runner together are shorter. */
const maxBytes = 4096;

/** The warnings; their file is removed from the folder, so that results alone are left. */
export async function takeWarnings(output: string): Promise<GivenWarning[]> {
  const file = path.join(output, warningsFileName);
  if (!existsSync(file)) return [];
  const text = await readPlainFile(file, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.toString('latin1', 0, bytesRead);
  });
  // What is no plain file stays, and is refused with the results.
  if (text === undefined) return [];
  await rm(file);
  return warningsIn(text);
}
