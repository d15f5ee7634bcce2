/**
 * Tests the search for the best quality at which the result is small enough. The tests compute the size of a result
 * from its quality.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bestFitting, type Growth } from './max-size.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-max-size-'));
});
after(() => rm(dir, { recursive: true }));

const usualQuality = 85;

type SizeOfQuality = (quality: number) => number;

/** A size that grows by 10 bytes per point of quality. */
const even: SizeOfQuality = (quality) => quality * 10;

/** A size that doubles every 8 points of quality, as for pictures and videos. */
const steep: SizeOfQuality = (quality) => Math.round(100 * 2 ** (quality / 8));

/**
 * Searches for the best quality with which the result has at most `maxBytes` bytes. Returns the best quality, the size
 * of its result, the number of created results and the number of remaining results. Checks that the search does not
 * remove another file from the folder.
 */
async function search(
  maxBytes: number,
  sizeOf = even,
  tries = 7,
  growth?: Growth,
): Promise<{ quality: number; made: number; left: number; size: number }> {
  const base = await mkdtemp(path.join(dir, 'case-'));
  let count = 0;
  await writeFile(path.join(base, 'upload'), '');
  const last = new Map<number, number>();
  const [file = ''] = await bestFitting({
    maxBytes,
    best: 100,
    tries,
    growth,
    make: async (quality = growth?.usual ?? usualQuality) => {
      last.set(sizeOf(quality), quality);
      const made = path.join(base, `result-${(count += 1)}`);
      await writeFile(made, 'x'.repeat(sizeOf(quality)));
      return [made];
    },
    mayGoOn: () => true,
  });
  const { length: size } = await readFile(file);
  const names = await readdir(base);
  assert.ok(names.includes('upload'));
  return { quality: last.get(size) ?? 0, size, made: count, left: names.length - 1 };
}

test('keeps the default quality if the result does not exceed max_size', async () => {
  assert.deepEqual(await search(850), { quality: 85, size: 850, made: 1, left: 1 });
});

/** Enough attempts for any size, because every third attempt halves the range of qualities. */
const enough = 3 * Math.ceil(Math.log2(100));

for (const [name, sizeOf] of Object.entries({ even, steep })) {
  test(`finds nearly the largest result within max_size (growth of the file size: ${name})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: sizeOf(1), max: sizeOf(usualQuality) - 1 }), async (most) => {
        const { quality, size, left } = await search(most, sizeOf, enough);
        assert.equal(left, 1);
        assert.ok(size <= most && (size >= 0.9 * most || sizeOf(quality + 1) > most), `${size} of ${most}`);
      }),
      { numRuns: 60 },
    );
  });
}

test('finds a result within max_size in at most 6 attempts', async () => {
  for (const most of [75_000, 40_000, 15_000, 5000])
    assert.ok((await search(most, steep)).made <= 6, `${(await search(most, steep)).made} for ${most}`);
});

/** Returns a function that maps the quality to the size of a video as a GIF, in thousands of bytes. */
const measured = (exponent: number) => (quality: number) =>
  Math.round(1747 * (quality / (101 - quality)) ** exponent);

test('needs at most 5 attempts for max_size if the effect of quality on size is known', async () => {
  for (const exponent of [1.0, 1.2, 1.4])
    for (const most of [1500, 1000, 400, 100]) {
      const { made, size } = await search(most, measured(exponent), 7, { usual: 50, slope: 1.2 });
      assert.ok(made <= 5 && size <= most && size >= 0.8 * most, `${made} for ${size} of ${most}`);
    }
});

test('rejects a max_size that no quality can reach, and reports the smallest possible size', async () => {
  await assert.rejects(search(9), (error: { details?: unknown }) => {
    assert.deepEqual(error.details, { field: 'max_size', reason: 'max_size_unreachable', smallest: 10 });
    return true;
  });
});
