/** The image oracle: size, the grid's colours, transparency where the format has it. */
import assert from 'node:assert/strict';
import { blocks, blockSize, columns, picture } from '../../samples/picture.ts';
import { run } from '../../samples/run.ts';
import type { Claim } from '../oracle.ts';

export async function checkImage(files: readonly string[], { source, target, loses }: Claim): Promise<void> {
  const [file = ''] = files;
  const keepsAlpha = source.holds.includes('alpha') && !loses.includes('alpha');
  const { width, height } = picture();
  // ImageMagick reads what sharp wrote.
  const { stdout } = await run('/usr/bin/convert-im6.q16', [`${target.ext}:${file}[0]`, '-depth', '8', 'rgba:-']);
  assert.equal(stdout.length, width * height * 4, `size of ${target.ext}`);
  const tolerance = target.holds.includes('exact') ? 2 : 24;
  for (const [n, block] of blocks.entries()) {
    const x = (n % columns) * blockSize + blockSize / 2;
    const y = Math.floor(n / columns) * blockSize + blockSize / 2;
    const seen = stdout.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
    const alpha = keepsAlpha ? block[3] : 255;
    assert.ok(Math.abs((seen[3] ?? 0) - alpha) <= 2, `transparency of block ${n}: ${seen[3]}`);
    if (block[3] === 0 && alpha === 0) continue;
    for (const channel of [0, 1, 2]) {
      const off = Math.abs((seen[channel] ?? 0) - (block[channel] ?? 0));
      assert.ok(off <= tolerance, `colour of block ${n}: ${[...seen].join(',')}, not ${block.join(',')}`);
    }
  }
}
