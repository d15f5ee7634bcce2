/** Checks the files that a step wrote: plain files that are not empty and whose content fits the format. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { contradicts } from '@protean/formats/detect.ts';
import { detectOpen } from '@protean/formats/detect-file.ts';
import type { Format } from '@protean/formats/format.ts';
import { exhausted } from '../kit/exhaustion.ts';

/** A result that is not accepted; the message is for the log. */
export class BadResult extends Error {}

/**
 * Throws {@link BadResult} when there is no file, or one is a link, empty or of another format; files that belong to one,
 * as pictures to a text, may be of any.
 */
export async function checkResult(
  files: readonly string[],
  format: Format,
  mayHaveOthers = false,
): Promise<void> {
  const isOther = (file: string) => mayHaveOthers && path.extname(file) !== `.${format.ext}`;
  if (files.every(isOther)) throw new BadResult('the engine wrote no file');
  for (const file of files) await checkFile(file, isOther(file) ? undefined : format);
}

async function checkFile(file: string, format: Format | undefined): Promise<void> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw exhausted(error) ? error : new BadResult(`the result cannot be opened: ${String(error)}`);
    },
  );
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new BadResult('the result is not a plain file');
    if (stat.size === 0) throw new BadResult('the result is empty');
    if (!format) return;
    const found = await detectOpen(handle, stat.size);
    if (contradicts(format, found))
      throw new BadResult(`the result is ${found.format?.ext}, not ${format.ext}`);
  } finally {
    await handle.close();
  }
}
