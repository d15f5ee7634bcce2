/** The length of an animated WebP is the sum of its frame durations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webpSeconds } from './webp-length.ts';

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

test('every frame counts, and no other chunk', () => {
  const file = Buffer.concat([
    Buffer.from('RIFF....WEBP'),
    chunk('VP8X', Buffer.alloc(10)),
    frame(40),
    frame(960),
  ]);
  assert.equal(webpSeconds(file), 1);
});

test('a still picture has no length', () => {
  assert.equal(webpSeconds(Buffer.concat([Buffer.from('RIFF....WEBP'), chunk('VP8 ', Buffer.alloc(9))])), 0);
});
