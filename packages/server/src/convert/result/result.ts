/**
 * Checks the files that a step wrote. Each file must be a plain file of the expected format. Only text formats allow
 * empty files.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import path from 'node:path';
import { contradicts } from '@protean/formats/detection/detect.ts';
import { detectOpen } from '@protean/formats/detection/detect-file.ts';
import type { Format } from '@protean/formats/format.ts';
import { exhausted } from '../../kit/exhaustion.ts';

/** Error for a result that was rejected. The message of the error is written to the log. */
export class BadResult extends Error {}

/**
 * Checks the files that an engine wrote, and returns the empty files. Throws {@link BadResult} if no file has the
 * format, or if a file is a link or has another format. Throws {@link BadResult} for an empty file, unless the format
 * allows empty files. With `mayHaveOthers`, a file with another extension may have any format, for example a picture
 * from a text document. A file with an extension other than the format's extension must not be empty.
 */
export async function checkResult(
  files: readonly string[],
  format: Format,
  mayHaveOthers = false,
): Promise<string[]> {
  const isOther = (file: string) => mayHaveOthers && path.extname(file) !== `.${format.ext}`;
  if (files.every(isOther)) throw new BadResult('the engine wrote no file');
  const empty: string[] = [];
  for (const file of files)
    if (!(await checkFile(file, isOther(file) ? undefined : format))) empty.push(file);
  return empty;
}

/** Whether an empty file is valid in the format. */
const mayBeEmpty = ({ magic, inside, mime }: Format) =>
  !magic && !inside && /^text\/(?!html|x-opml)|\/x-(?:subrip|lrc|ndjson)$/.test(mime);

/** Whether the file has content. */
async function checkFile(file: string, format: Format | undefined): Promise<boolean> {
  const fd = openResultFile(file);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new BadResult('the result is not a plain file');
    if (stat.size === 0) {
      if (!format || !mayBeEmpty(format)) throw new BadResult('the result is empty');
      return false;
    }
    if (!format) return true;
    const found = await detectOpen(fd, stat.size);
    if (contradicts(format, found))
      throw new BadResult(`the result is ${found.format?.ext}, not ${format.ext}`);
    return true;
  } finally {
    closeSync(fd);
  }
}

function openResultFile(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw exhausted(error) ? error : new BadResult(`the result cannot be opened: ${String(error)}`);
  }
}
