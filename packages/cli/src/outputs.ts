/** Where results go, and how they come to lie there whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatOfFileName, stemOf } from '@protean/formats';
import type { Converter, FileConversion } from './converter.ts';
import type { InputFile } from './inputs.ts';

/** Behind the name of a result for which a report was asked. */
const reportEnding = '.report.json';

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
 * Has `write` write a file beside `output` and moves it there once it is whole; resolves to the final path and to what
 * `write` has told. Its `fileName` says what the result is, since several pages come as one zip.
 */
export async function writeWhole<Written extends { fileName: string }>(
  output: string,
  write: (partial: string) => Promise<Written>,
): Promise<{ output: string; written: Written }> {
  await mkdir(path.dirname(output), { recursive: true });
  const partial = path.join(
    path.dirname(output),
    `.${path.basename(output)}.${randomUUID().slice(0, 8)}.part`,
  );
  try {
    const written = await write(partial);
    const final = withEnding(output, written.fileName);
    await rename(partial, final);
    return { output: final, written };
  } catch (error) {
    await rm(partial, { force: true });
    throw isDiskFull(error, partial) ? Object.assign(error, { path: output }) : error;
  }
}

/** Gives `work` the path of a file that is gone when it ends. */
export async function throughFolder<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    return await work(path.join(folder, 'result'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the disk of `file` is full, and not that of another one that is named. */
function isDiskFull(error: unknown, file: string): error is NodeJS.ErrnoException {
  const { code = '', dest = file } = error as NodeJS.ErrnoException & { dest?: string };
  return ['ENOSPC', 'EDQUOT'].includes(code) && dest === file;
}

/** Converts to `conversion.output`, which is there whole or not at all, with its report beside it; resolves to the final path, size and time. */
export async function convertWhole(
  converter: Converter,
  conversion: FileConversion,
): Promise<{ output: string; size: number; ms: number | undefined }> {
  const { output, written } = await writeWhole(conversion.output, (partial) =>
    converter.convert({ ...conversion, output: partial }),
  );
  if (written.report)
    await writeFile(`${output}${reportEnding}`, `${JSON.stringify(written.report, null, 2)}\n`);
  return { output, size: written.size, ms: written.ms };
}

/** `name` with `.zip` behind it where a zip came in place of a single file. */
function withEnding(name: string, resultName: string): string {
  const packed = resultName.toLowerCase().endsWith('.zip') && formatOfFileName(name)?.ext !== 'zip';
  return packed ? `${name}.zip` : name;
}
