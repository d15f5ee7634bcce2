/** Tests that the delays of an animated WebP are read only from its frames. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delaysOf } from './delays.ts';

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function frame(milliseconds: number): Buffer {
  const content = Buffer.alloc(21);
  content.writeUIntLE(milliseconds, 12, 3);
  return chunk('ANMF', content);
}

test('reads the delay of each frame of an animated WebP', () => {
  const file = Buffer.concat([
    Buffer.from('RIFF....WEBP'),
    chunk('VP8X', Buffer.alloc(10)),
    frame(40),
    frame(960),
  ]);
  assert.deepEqual(delaysOf('webp', file), [40, 960]);
});

test('returns no delays for a still WebP', () => {
  assert.deepEqual(
    delaysOf('webp', Buffer.concat([Buffer.from('RIFF....WEBP'), chunk('VP8 ', Buffer.alloc(9))])),
    [],
  );
});
