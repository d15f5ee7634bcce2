import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { jpegQuality } from './jpeg-quality.ts';

test('reads the quality of a JPEG from its quantization table', async () => {
  for (const quality of [10, 40, 50, 75, 88, 100]) {
    const create = { width: 16, height: 16, channels: 3, background: 'red' } as const;
    const file = await sharp({ create }).jpeg({ quality }).toBuffer();
    assert.ok(Math.abs((jpegQuality(file) ?? 0) - quality) <= 1, `${jpegQuality(file)}, not ${quality}`);
  }
});

test('returns undefined for a JPEG that is truncated or has no quantization table', () => {
  assert.equal(jpegQuality(Buffer.from('ffd8ffda0004ffff', 'hex')), undefined);
  assert.equal(jpegQuality(Buffer.from('ffd8ffdb004300', 'hex')), undefined);
  assert.equal(jpegQuality(Buffer.from('ffd8ffe00000', 'hex')), undefined);
});
