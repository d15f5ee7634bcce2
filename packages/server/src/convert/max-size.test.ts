/** The search for the best quality that fits, against files whose size is known from the quality. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bestFitting } from './max-size.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-max-size-'));
});
after(() => rm(dir, { recursive: true }));

const usualQuality = 85;

/** Searches where quality q gives 10·q bytes; tells the quality chosen and the folders left. */
async function search(maxBytes: number, tries = 7): Promise<{ quality: number; left: number }> {
  const base = await mkdtemp(path.join(dir, 'case-'));
  let count = 0;
  const [file = ''] = await bestFitting({
    maxBytes,
    best: 100,
    tries,
    make: async (quality = usualQuality) => {
      const folder = path.join(base, String((count += 1)));
      await mkdir(folder);
      await writeFile(path.join(folder, 'out'), 'x'.repeat(quality * 10));
      return [path.join(folder, 'out')];
    },
    mayGoOn: () => true,
  });
  return { quality: (await readFile(file)).length / 10, left: (await readdir(base)).length };
}

test('the usual quality is kept where it fits', async () => {
  assert.deepEqual(await search(850), { quality: 85, left: 1 });
});

test('otherwise it is the best that fits, and nothing else is left on disk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 10, max: 849 }), async (most) => {
      assert.deepEqual(await search(most), { quality: Math.floor(most / 10), left: 1 });
    }),
    { numRuns: 30 },
  );
});

test('what no quality reaches is refused with the smallest size there is', async () => {
  await assert.rejects(search(9), (error: { details?: unknown }) => {
    assert.deepEqual(error.details, { field: 'max_size', reason: 'max_size_unreachable', smallest: 10 });
    return true;
  });
});
