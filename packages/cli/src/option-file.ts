/** Reads the file that is the value of an option. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usageError } from './exit-status.ts';

/**
 * Returns the file at `value` as a data URL. If `value` is a URL, returns it unchanged. Throws `CommandError` if the
 * file cannot be read.
 */
export function optionFile(flag: string, value: string): string {
  if (/^(https?|data):/i.test(value)) return value;
  try {
    const name = encodeURIComponent(path.basename(value));
    return `data:application/octet-stream;name=${name};base64,${readFileSync(value, 'base64')}`;
  } catch (error) {
    throw usageError(`${flag}: the file ${value} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
