/** Reads files for options that have the path of a file as their value. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usageError } from './exit-status.ts';

/**
 * Returns the file at `value` as a data URL. If `value` is a URL, returns it unchanged. Throws `CommandError` if the
 * file cannot be read.
 */
export function optionFile(flag: string, value: string): string {
  if (/^(https?|data):/i.test(value)) return value;
  const name = encodeURIComponent(path.basename(value));
  return `data:application/octet-stream;name=${name};base64,${read(flag, value).toString('base64')}`;
}

/** Returns the text of the file at `value`. If `value` is itself JSON, returns it unchanged. */
export function optionText(flag: string, value: string): string {
  return /^\s*[[{]/.test(value) ? value : read(flag, value).toString('utf8');
}

function read(flag: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw usageError(`${flag}: the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
