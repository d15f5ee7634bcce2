import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExif, writeDirectory, type ExifEntry } from './directories.ts';

const head = Buffer.from('49492a0008000000', 'hex');

const ascii = (tag: number, text: string): ExifEntry => {
  const value = Buffer.from(`${text}\0`);
  return { tag, type: 2, count: value.length, value };
};

test('readExif returns the entries and directories that writeDirectory wrote', () => {
  const inside = [ascii(0x9003, '2024:02:29 07:30:00')];
  const pointer = { tag: 0x8769, type: 4, count: 1, value: Buffer.alloc(4), inside };
  const entries = [ascii(0x010f, 'Cam'), ascii(0x8298, 'somebody'), pointer];
  const block = Buffer.concat([head, writeDirectory(entries, head.length)]);
  assert.deepEqual(readExif(block), entries);
  assert.deepEqual(readExif(Buffer.concat([Buffer.from('Exif\0\0'), block])), entries);
  assert.throws(() => readExif(block.subarray(0, 40)));
});

test('refuses an EXIF directory that contains pointers to itself', () => {
  const count = 60;
  const directory = Buffer.alloc(2 + count * 12);
  directory.writeUInt16LE(count);
  for (let n = 0; n < count; n += 1) {
    directory.writeUInt16LE(0x8769, 2 + n * 12);
    directory.writeUInt32LE(head.length, 10 + n * 12);
  }
  assert.throws(() => readExif(Buffer.concat([head, directory])), /entries/);
});

test('refuses EXIF entries whose values overlap', () => {
  const count = 100;
  const directory = Buffer.alloc(2 + count * 12);
  directory.writeUInt16LE(count);
  for (let n = 0; n < count; n += 1) {
    directory.writeUInt16LE(0x010f, 2 + n * 12);
    directory.writeUInt16LE(2, 4 + n * 12);
    directory.writeUInt32LE(1000, 6 + n * 12);
  }
  assert.throws(() => readExif(Buffer.concat([head, directory])), /overlap/);
});
