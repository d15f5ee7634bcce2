/** Tests that the total number of pixels and the number of plays of an animation are read from its headers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apng } from '../../../../../test/samples/pictures/image-png.ts';
import { frames, picture } from '../../../../../test/samples/pictures/picture.ts';
import { animationPixels, gifLoops, playsOf } from './animation.ts';

const pictures = Array.from({ length: frames.count }, (_, turn) => picture(turn));
const { width, height } = picture();

test('returns the total number of pixels in all frames of an animated PNG', () => {
  assert.equal(animationPixels('apng', apng(pictures, frames)), width * height * frames.count);
});

const head = (side: number) =>
  Buffer.from([...Buffer.from('GIF89a'), side, 0, side, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
const control = Buffer.from('21f9040000000000', 'hex');
const frame = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex');

test('returns the total number of pixels in all frames of a GIF', () => {
  assert.equal(
    animationPixels('gif', Buffer.concat([head(7), control, frame, control, frame, Buffer.from(';')])),
    98,
  );
});

test('counts only the complete frames of a truncated GIF', () => {
  const complete = Buffer.concat([head(7), control, frame, control, frame]);
  for (let length = 0; length < complete.length; length += 1) {
    const pixels = animationPixels('gif', complete.subarray(0, length));
    assert.ok([0, 49, 98].includes(pixels), `${length}: ${pixels}`);
  }
});

test('returns how many times an APNG plays, or 0 if the APNG repeats endlessly', () => {
  for (const plays of [0, 1, 3]) {
    const file = Buffer.alloc(64);
    file.write('acTL', 37, 'latin1');
    file.writeUInt32BE(plays, 45);
    assert.equal(playsOf('apng', file), plays);
  }
});

test('returns how many times a GIF plays, or 0 if the GIF repeats endlessly', () => {
  const looped = (count: number) =>
    Buffer.from(`GIF89a…NETSCAPE2.0\x03\x01${String.fromCharCode(count)}\0\0`, 'latin1');
  assert.equal(playsOf('gif', looped(0)), 0);
  assert.equal(playsOf('gif', looped(2)), 3);
  assert.equal(playsOf('gif', Buffer.from('GIF89a')), 1);
  assert.deepEqual([0, 1, 3].map(gifLoops), [0, -1, 2]);
});
