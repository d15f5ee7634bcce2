/** Finds the best quality at which a result is no larger than `max_size`, by bisection. */
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../errors.ts';

export interface SizeSearch {
  /** Bytes that all files of the result together may have. */
  maxBytes: number;
  /** The highest quality to try. */
  best: number;
  /** How many tries there may be at most; each halves the range. */
  tries: number;
  /** Makes the result at `quality`, or at the default one; every call into a folder of its own. */
  make: (quality?: number) => Promise<string[]>;
  /** Whether there is time for another try. */
  mayGoOn: () => boolean;
}

/** The files of the best try. Throws `bad_request` with the smallest size that can be reached when none fits. */
export async function bestFitting({ maxBytes, best, tries, make, mayGoOn }: SizeSearch): Promise<string[]> {
  const usual = await make();
  const usualSize = await sizeOf(usual);
  if (usualSize <= maxBytes) return usual;
  await discard(usual);
  let fitting = await make(1);
  const smallest = Math.min(await sizeOf(fitting), usualSize);
  if (smallest > maxBytes) throw unreachable(maxBytes, smallest);
  let [fits, tooMuch] = [1, best + 1];
  for (let n = 0; n < tries && tooMuch - fits > 1 && mayGoOn(); n += 1) {
    const quality = Math.floor((fits + tooMuch) / 2);
    const files = await make(quality);
    if ((await sizeOf(files)) > maxBytes) {
      tooMuch = quality;
      await discard(files);
    } else {
      fits = quality;
      await discard(fitting);
      fitting = files;
    }
  }
  return fitting;
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function discard([file]: readonly string[]): Promise<void> {
  if (file !== undefined) await rm(path.dirname(file), { recursive: true });
}

function unreachable(maxBytes: number, smallest: number): ServiceError {
  return new ServiceError(
    'bad_request',
    `The result cannot be made that small: at its smallest it has ${smallest} bytes, and max_size is ${maxBytes}.`,
    { details: { field: 'max_size', reason: 'max_size_unreachable', smallest } },
  );
}
