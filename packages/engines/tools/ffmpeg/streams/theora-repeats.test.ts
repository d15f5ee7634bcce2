/**
 * Tests that the repeated frames that FFmpeg drops from an Ogg file are restored, between frames and after the last
 * one.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { restoreRepeats } from './theora-repeats.ts';

const shift = 6;

/** Returns Theora's identification header. The code under test reads only the shift field of this header. */
function identification(): Buffer {
  const body = Buffer.alloc(42);
  body.write('\x80theora', 'latin1');
  body.writeUInt16BE(shift << 5, 40);
  return body;
}

function page(flags: number, granule: number, body: Buffer): Buffer {
  const header = Buffer.alloc(28);
  header.write('OggS', 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(7, 14);
  header.writeUInt8(1, 26);
  header.writeUInt8(body.length, 27);
  return Buffer.concat([header, body]);
}

/** Returns the flag, granule position, number and packet lengths of each page. */
function pagesOf(file: Buffer): [flags: number, granule: number, number: number, packets: number[]][] {
  const pages: ReturnType<typeof pagesOf> = [];
  for (let at = 0; at < file.length;) {
    const packets = [...file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))];
    const granule = Number(file.readBigUInt64LE(at + 6));
    pages.push([file.readUInt8(at + 5), granule, file.readUInt32LE(at + 18), packets]);
    at += 27 + packets.length + packets.reduce((sum, length) => sum + length, 0);
  }
  return pages;
}

test('restores repeated Theora frames in the middle and at the end of a video', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-theora-'));
  const file = path.join(dir, 'video.ogv');
  const key = (frame: number) => frame << shift;
  await writeFile(
    file,
    Buffer.concat([
      page(2, 0, identification()),
      page(0, key(1), Buffer.alloc(9)),
      page(0, key(1) + 3, Buffer.alloc(5)),
      page(4, key(5), Buffer.alloc(9)),
    ]),
  );
  restoreRepeats(file, 7);
  const repaired = await readFile(file);
  assert.deepEqual(pagesOf(repaired), [
    [2, 0, 0, [42]],
    [0, key(1), 1, [9]],
    [0, key(1) + 2, 2, [0, 0]],
    [0, key(1) + 3, 3, [5]],
    [0, key(5), 4, [9]],
    [4, key(5) + 2, 5, [0, 0]],
  ]);
  restoreRepeats(file, 7);
  assert.deepEqual(await readFile(file), repaired, 'nothing is missing any more');
  await rm(dir, { recursive: true });
});
