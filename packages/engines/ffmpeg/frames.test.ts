/** Frames counted in what our own samples write, and in what only claims to have them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apng } from '../../../test/samples/image-png.ts';
import { frames, picture } from '../../../test/samples/picture.ts';
import { movingPixels } from './frames.ts';

const pictures = Array.from({ length: frames.count }, (_, turn) => picture(turn));
const { width, height } = picture();

test('an animated PNG has the frames that are in it', () => {
  assert.equal(movingPixels('apng', apng(pictures, frames)), width * height * frames.count);
});

const head = (side: number) =>
  Buffer.from([...Buffer.from('GIF89a'), side, 0, side, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
const control = Buffer.from('21f9040000000000', 'hex');
const frame = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex');

test('a GIF has the frames that are in it', () => {
  assert.equal(
    movingPixels('gif', Buffer.concat([head(7), control, frame, control, frame, Buffer.from(';')])),
    98,
  );
});

test('what breaks off is counted as far as it goes', () => {
  const whole = Buffer.concat([head(7), control, frame, control, frame]);
  for (let length = 0; length < whole.length; length += 1) {
    const pixels = movingPixels('gif', whole.subarray(0, length));
    assert.ok([0, 49, 98].includes(pixels), `${length}: ${pixels}`);
  }
});
