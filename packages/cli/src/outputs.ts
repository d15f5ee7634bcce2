/** Chooses the paths of results and writes results atomically. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatOfFileName, stemOf } from '@protean/formats';
import type { Converter, FileConversion } from './converter.ts';
import type { InputFile } from './inputs.ts';

/** The suffix of the report next to a result. */
const reportEnding = '.report.json';

export interface PlannedFile extends InputFile {
  output: string;
}

/**
 * Names the result of each input: below `folder`, keeping the relative path, or next to the input without a folder.
 * Colliding results get ` (2)`, ` (3)` and so on, in the order of the inputs, so that repeated runs use the same names.
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

/** Whether the result of an earlier run exists: it is newer than its input. */
export async function isDone({ output, modifiedMs }: PlannedFile): Promise<boolean> {
  const result = await stat(output).catch(() => undefined);
  return result !== undefined && result.isFile() && result.mtimeMs >= modifiedMs;
}

/**
 * Calls `write` with a temporary path next to `output` and moves the file once it is complete. Resolves to the final path and
 * the value of `write`. Its `fileName` gives the type of the result, since several pages come as one zip.
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

/** Calls `work` with a temporary path that is deleted afterwards. */
export async function throughFolder<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    return await work(path.join(folder, 'result'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the disk of `file` is full, as opposed to another disk in the error. */
function isDiskFull(error: unknown, file: string): error is NodeJS.ErrnoException {
  const { code = '', dest = file } = error as NodeJS.ErrnoException & { dest?: string };
  return ['ENOSPC', 'EDQUOT'].includes(code) && dest === file;
}

/** Converts to `conversion.output` atomically, with its report next to it. Resolves to the final path, size and duration. */
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

/** Appends `.zip` to `name` if a zip came instead of a single file. */
function withEnding(name: string, resultName: string): string {
  const packed = resultName.toLowerCase().endsWith('.zip') && formatOfFileName(name)?.ext !== 'zip';
  return packed ? `${name}.zip` : name;
}
