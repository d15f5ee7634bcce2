/** Tests that the trait `depth` is absent from files with at most 8 bits per channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { absentTraits } from './absent-traits.ts';

const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });

test('recognises that a PNG with at most 8 bits per channel lacks high bit depth', async () => {
  const shallow = await picture.clone().png().toBuffer();
  const palette = await picture.clone().png({ palette: true }).toBuffer();
  const deep = await picture.clone().toColourspace('rgb16').png().toBuffer();
  assert.deepEqual(
    [shallow, palette, deep].map((file) => absentTraits('png', file)),
    [['depth'], ['depth'], []],
  );
});

test('recognises that a Photoshop file with 8 bits per channel lacks high bit depth', () => {
  const header = Buffer.alloc(26);
  for (const [bits, absent] of [
    [8, ['depth']],
    [16, []],
    [32, []],
  ] as const) {
    header.writeUInt16BE(bits, 22);
    assert.deepEqual(absentTraits('psd', header), absent);
  }
});

test('does not report any feature as absent from a truncated PNG or from a TIFF', async () => {
  assert.deepEqual(absentTraits('png', Buffer.alloc(20)), []);
  assert.deepEqual(absentTraits('tiff', await picture.clone().tiff().toBuffer()), []);
});
