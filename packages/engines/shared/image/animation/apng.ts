/** Joins PNG files of the same size and pixel type into an APNG. */
import { open, readFile } from 'node:fs/promises';
import { apngDelay } from './delays.ts';
import { afterHead, chunk } from '../exif/png.ts';

export interface Timing {
  /** Delay of each frame in milliseconds. */
  delays: readonly number[];
  /** Number of plays. The number 0 means that the animation plays forever. */
  plays: number;
}

/** Duration of a still picture in milliseconds if it becomes a video. */
export const stillDelay = 1000;

/** Writes the APNG, with the colour chunks copied from the file of the first frame. */
export async function writeApng(
  frames: readonly string[],
  { delays, plays }: Timing,
  output: string,
): Promise<void> {
  const file = await open(output, 'w');
  try {
    let number = 0;
    for (const [n, frame] of frames.entries()) {
      const png = await readFile(frame);
      if (n === 0) {
        await file.write(png.subarray(0, afterHead));
        await file.write(chunk('acTL', words(frames.length, plays)));
      }
      const chunks = [...chunksOf(png)];
      for (const { name, data } of n === 0 ? chunks : [])
        if (!own.includes(name)) await file.write(chunk(name, data));
      const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
      await file.write(chunk('fcTL', Buffer.concat([words(number, ...size, 0, 0), delayed(delays[n])])));
      number += 1;
      for (const { data } of chunks.filter(({ name }) => name === 'IDAT')) {
        await file.write(n === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([words(number), data])));
        number += n === 0 ? 0 : 1;
      }
    }
    await file.write(chunk('IEND', Buffer.alloc(0)));
  } finally {
    await file.close();
  }
}

/** Names of chunks that this module writes. Chunks with other names are copied from the PNG file of the first frame. */
const own = ['IHDR', 'IDAT', 'IEND', 'acTL', 'fcTL', 'fdAT'];

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
}

/** Encodes the delay as a fraction of a second, and the blend mode in which the frame replaces the previous frame. */
function delayed(ms = stillDelay): Buffer {
  const bytes = Buffer.alloc(6);
  const { count, unit } = apngDelay(ms);
  bytes.writeUInt16BE(count, 0);
  bytes.writeUInt16BE(unit, 2);
  return bytes;
}

function* chunksOf(png: Buffer): Generator<{ name: string; data: Buffer }> {
  for (let at = 8; at + 12 <= png.length; at += png.readUInt32BE(at) + 12)
    yield {
      name: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    };
}
