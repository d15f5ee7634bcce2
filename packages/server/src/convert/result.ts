/** What a step left behind: plain files of the right kind, of some size, and nothing that points elsewhere. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { contradicts, detect } from '../formats/detect.ts';
import type { Format } from '../formats/format.ts';
import { exhausted } from '../kit/exhaustion.ts';

/** Why an output is not accepted; the message is for the log. */
export class BadResult extends Error {}

/** The step's files, sorted by name. Throws {@link BadResult} when there is none, a link, or one of another kind. */
export async function collectResult(outputDir: string, format: Format): Promise<string[]> {
  const names = (await readdir(outputDir)).sort();
  if (names.length === 0) throw new BadResult('the engine left no file');
  const files = names.map((name) => path.join(outputDir, name));
  for (const file of files) await checkFile(file, format);
  return files;
}

async function checkFile(file: string, format: Format): Promise<void> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw exhausted(error) ? error : new BadResult(`the result cannot be opened: ${String(error)}`);
    },
  );
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new BadResult('the result is not a plain file');
    if (stat.size === 0) throw new BadResult('the result is empty');
  } finally {
    await handle.close();
  }
  const found = await detect(file);
  if (contradicts(format, found))
    throw new BadResult(`the result is ${found.format?.ext}, not ${format.ext}`);
}
