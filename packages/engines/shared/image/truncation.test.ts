import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGifComplete, isSongComplete } from './truncation.ts';

const start = '474946383961' + '02000100' + '800000' + 'ff000000ff00';
const control = '21f9040000000000';
const image = '2c00000000020001000002' + '0344020500';

const bytes = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');

test('accepts a GIF with complete blocks and a trailer', () => {
  assert.equal(isGifComplete(bytes(start, control, image, control, image, '3b')), true);
});

test('accepts a GIF without a trailer, or with bytes after the trailer', () => {
  assert.equal(isGifComplete(bytes(start, control, image)), true);
  assert.equal(isGifComplete(bytes(start, control, image, '3b', 'dead')), true);
  assert.equal(isGifComplete(bytes(start, control, image, 'dead')), true);
});

test('rejects a GIF that ends within a block', () => {
  const complete = bytes(start, control, image, control, image);
  const secondImage = bytes(start, control, image, control).length;
  for (let end = secondImage + 1; end < complete.length; end += 1) {
    assert.equal(isGifComplete(complete.subarray(0, end)), false, `cut at ${end}`);
  }
});

test('accepts a MIDI file only if the file contains every declared track', () => {
  const song = bytes(
    '4d546864' + '00000006' + '000100020060',
    '4d54726b' + '00000004' + '00ff2f00',
    '4d54726b' + '00000004' + '00ff2f00',
  );
  assert.equal(isSongComplete(song), true);
  for (let end = 0; end < song.length; end += 1)
    assert.equal(isSongComplete(song.subarray(0, end)), false, `cut at ${end}`);
});
