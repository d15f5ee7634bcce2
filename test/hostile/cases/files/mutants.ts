/**
 * Valid sample files in which 0.4% of the bytes were replaced at random. The changed sample files test how engines
 * handle corrupt input.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Category } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { memoize } from '../../../support/memoize.ts';
import { makers, Samples } from '../../../samples/samples.ts';
import { inCategory, type FileCase } from '../../case.ts';

const seeds = [1, 2];
const share = 0.004;

/**
 * Maps each category to its usual target, and to another target for samples that already have the format of the usual
 * target.
 */
const targets: Readonly<Record<Category, readonly [string, string]>> = {
  image: ['png', 'webp'],
  video: ['mp4', 'webm'],
  audio: ['mp3', 'wav'],
  subtitle: ['srt', 'vtt'],
  document: ['pdf', 'txt'],
  spreadsheet: ['csv', 'json'],
  ebook: ['txt', 'epub'],
  archive: ['zip', 'tar'],
  font: ['ttf', 'otf'],
  data: ['json', 'yaml'],
};

/** Returns the bytes of a sample. Makes the sample in a temporary folder. Removes the folder even after a failure. */
const sample = memoize(async (ext: string) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'mutant-'));
  try {
    return await readFile(await new Samples(dir).get(ext));
  } finally {
    await rm(dir, { recursive: true });
  }
});

const rows: readonly FileCase[] = Object.keys(makers).flatMap((ext) =>
  seeds.map((seed): FileCase => {
    const [usual, other] = targets[format(ext).category];
    return {
      name: `mutant-${ext.replaceAll('.', '-')}-${seed}`,
      kind: 'resource',
      ext,
      to: [ext === usual ? other : usual],
      fields: { source: ext },
      long: true,
      make: async () => mutated(await sample(ext), seed),
    };
  }),
);

/**
 * Returns a copy of the file with changed bytes. Uses a Lehmer random number generator, so the same seed always gives
 * the same copy.
 */
function mutated(file: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(file);
  let state = seed;
  const next = (most: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % most;
  };
  for (let count = Math.ceil(bytes.length * share); count > 0; count -= 1)
    bytes[next(bytes.length)] = next(256);
  return bytes;
}

export const mutants = inCategory('mutant', rows);
