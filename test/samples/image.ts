/** Samples of image formats. */
import { deflateSync, crc32 } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { picture } from './picture.ts';
import { run } from './run.ts';
import type { SampleMaker, SampleMakers } from './samples.ts';

export const images: SampleMakers = {
  png: (file) => writeFile(file, png()),
  jpg: fromPng('-background', 'white', '-flatten', '-quality', '95', '-sampling-factor', '1x1'),
  webp: fromPng('-define', 'webp:lossless=true'),
};

/** ImageMagick writes what sharp will read. */
function fromPng(...flags: string[]): SampleMaker {
  return async (file, sample) => {
    await run('/usr/bin/convert-im6.q16', [await sample('png'), ...flags, file]);
  };
}

/** A PNG written byte by byte, so that the first sample depends on no tool at all. */
function png(): Buffer {
  const { width, height, pixels } = picture();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * width * 4, (y + 1) * width * 4)]),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
