/** Where results go, and how they come to lie there whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatNamed, stemOf } from '@protean/formats';
import type { InputFile } from './inputs.ts';

export interface PlannedFile extends InputFile {
  output: string;
}

/**
 * Names the result of each input: below `folder` with the input's place kept, or beside the input where there is none.
 * Results that would meet get ` (2)`, ` (3)` and so on, in the order of the inputs, so that a repeated run names them alike.
 */
export function planOutputs(
  inputs: readonly InputFile[],
  target: string,
  folder: string | undefined,
): PlannedFile[] {
  const taken = new Set<string>();
  return inputs.map((input) => {
    const place =
      folder === undefined ? path.dirname(input.file) : path.join(folder, path.dirname(input.relative));
    const stem = stemOf(path.basename(input.file));
    let output = path.join(place, `${stem}.${target}`);
    for (let n = 2; taken.has(path.resolve(output)); n += 1)
      output = path.join(place, `${stem} (${n}).${target}`);
    taken.add(path.resolve(output));
    return { ...input, output };
  });
}

/** Whether the result of an earlier run is there already: it is newer than its input. */
export async function isDone({ output, modifiedMs }: PlannedFile): Promise<boolean> {
  const result = await stat(output).catch(() => undefined);
  return result !== undefined && result.isFile() && result.mtimeMs >= modifiedMs;
}

/**
 * Has `write` write a file beside `output` and moves it there once it is whole; answers the final path. `write` answers
 * what the result is called, since several pages come as one zip.
 */
export async function writeWhole(
  output: string,
  write: (partial: string) => Promise<string>,
): Promise<string> {
  await mkdir(path.dirname(output), { recursive: true });
  const partial = path.join(
    path.dirname(output),
    `.${path.basename(output)}.${randomUUID().slice(0, 8)}.part`,
  );
  try {
    const final = withEnding(output, await write(partial));
    await rename(partial, final);
    return final;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** `name` with `.zip` behind it where a zip came in place of a single file. */
function withEnding(name: string, resultName: string): string {
  const zip = formatNamed('zip');
  const wanted = formatNamed(path.extname(name));
  return resultName.toLowerCase().endsWith('.zip') && wanted !== zip ? `${name}.zip` : name;
}
