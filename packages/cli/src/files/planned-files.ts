/** Chooses the locations of conversion results, and writes the results to these locations. */
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stemOf } from '@protean/formats';
import type { Converter, FileConversion } from '../converter.ts';
import type { InputFile } from './inputs.ts';
import { pathOf, type Place } from './open-folder.ts';
import { placeResult, type IfExists } from './place-result.ts';

export interface PlannedFile extends InputFile {
  place: Place;
}

/** Folder for results. */
export interface OutputFolder {
  folder: string;
  /**
   * The watched folder, which may contain `folder`. Links inside the watched folder are not followed, because other
   * users may create them.
   */
  within?: string | undefined;
}

/**
 * Chooses a location for the result of each input. With `output`, the location is the input's relative path below the
 * output folder. Without `output`, the result is written next to the input file. Results with the same name are
 * numbered ` (2)`, ` (3)` and so on, in the order of the inputs. The order of the inputs is fixed, so repeated runs use
 * the same names.
 */
export function planOutputs(
  inputs: readonly InputFile[],
  target: string,
  output: OutputFolder | undefined,
): PlannedFile[] {
  const taken = new Set<string>();
  return inputs.map((input) => {
    const { base, prefix } = baseOf(output, input.root);
    const folder = path.join(prefix, path.dirname(input.relative));
    const stem = stemOf(path.basename(input.file));
    const placeNumber = (n: number): Place => ({
      base,
      below: path.join(folder, n === 1 ? `${stem}.${target}` : `${stem} (${n}).${target}`),
    });
    let number = 1;
    while (taken.has(path.resolve(pathOf(placeNumber(number))))) number += 1;
    const place = placeNumber(number);
    taken.add(path.resolve(pathOf(place)));
    return { ...input, place };
  });
}

function baseOf(output: OutputFolder | undefined, root: string): { base: string; prefix: string } {
  if (!output) return { base: root, prefix: '.' };
  const { folder, within } = output;
  const inner = within === undefined ? '..' : path.relative(within, folder);
  const isInside = inner.split(path.sep)[0] !== '..' && !path.isAbsolute(inner);
  return within !== undefined && isInside
    ? { base: within, prefix: inner || '.' }
    : { base: folder, prefix: '.' };
}

/**
 * Returns the path of an earlier result that is at least as new as its input. Returns undefined if no earlier result is
 * new enough. An earlier result may be a zip that contains several pages.
 */
export async function resultOf({ place, modifiedMs }: PlannedFile): Promise<string | undefined> {
  const file = pathOf(place);
  for (const name of [file, `${file}.zip`]) {
    const found = await lstat(name).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs >= modifiedMs) return name;
  }
  return undefined;
}

/** Calls `work` with a temporary path. The file at the temporary path is deleted when `work` ends. */
export async function throughFolder<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-'));
  try {
    return await work(path.join(folder, 'result'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts to `place`, and writes the report next to the result. Resolves to the final path, size and duration. */
export async function convertTo(
  place: Place,
  ifExists: IfExists,
  converter: Converter,
  conversion: Omit<FileConversion, 'output'>,
): Promise<{ output: string; size: number; ms: number | undefined }> {
  const { output, written } = await placeResult(place, ifExists, (partial) =>
    converter.convert({ ...conversion, output: partial }),
  );
  return { output, size: written.size, ms: written.ms };
}
