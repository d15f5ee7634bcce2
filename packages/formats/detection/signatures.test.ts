import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { contradicts, type Detection } from './detect.ts';
import { detect } from './detect-file.ts';
import type { Format, Magic } from '../format.ts';
import { format, formats } from '../index.ts';

/** Returns bytes that have the signature and are not text. */
function bytesOf({ hex, at = 0 }: Magic): Buffer {
  const mark = Buffer.from(hex.replaceAll(' ', '').replaceAll('..', '00'), 'hex');
  return Buffer.concat([Buffer.alloc(at), mark, Buffer.alloc(64)]);
}

async function detections(magic: readonly Magic[]): Promise<Detection[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-signatures-'));
  try {
    const found: Detection[] = [];
    for (const mark of magic) {
      await writeFile(path.join(dir, 'file'), bytesOf(mark));
      found.push(await detect(path.join(dir, 'file')));
    }
    return found;
  } finally {
    await rm(dir, { recursive: true });
  }
}

const marked = formats.filter(
  (known): known is Format & { magic: readonly Magic[] } => known.magic !== undefined,
);

test('identifies every format by each of its signatures', async () => {
  const failures: string[] = [];
  for (const known of marked) {
    const unrelated = format(known.category === 'font' ? 'png' : 'ttf');
    for (const [n, found] of (await detections(known.magic)).entries()) {
      const mark = `${known.ext} by ${known.magic[n]?.hex}`;
      if (!found.candidates.includes(known)) failures.push(`${mark} is taken for ${found.format?.ext}`);
      if (!found.certain || contradicts(known, found)) failures.push(`${mark} is not certain`);
      if (!contradicts(unrelated, found)) failures.push(`${mark} passes for ${unrelated.ext}`);
    }
  }
  assert.deepEqual(failures, []);
});
