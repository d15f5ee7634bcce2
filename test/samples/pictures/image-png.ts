/**
 * Writes PNG and animated PNG byte by byte. The PNG samples must not depend on a tool, because other samples are made
 * from the PNG samples.
 */
import { crc32, deflateSync } from 'node:zlib';
import { numbers } from './big-endian.ts';
import type { Picture } from './picture.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export function png(picture: Picture): Buffer {
  return Buffer.concat([signature, header(picture), chunk('IDAT', packed(picture)), chunk('IEND')]);
}

/**
 * Returns an animation that plays `plays` times, or forever if `plays` is 0. Each picture replaces the previous one.
 * `milliseconds` is the duration of every picture, or a list with the duration of each picture.
 */
export function apng(
  pictures: readonly Picture[],
  { milliseconds, plays }: { milliseconds: number | readonly number[]; plays: number },
): Buffer {
  const [first] = pictures;
  if (!first) throw new Error('no picture');
  let sequence = 0;
  const frames = pictures.map((picture, n) => {
    const delay = typeof milliseconds === 'number' ? milliseconds : (milliseconds[n] ?? 0);
    const control = frameControl(picture, sequence, delay);
    sequence += 1;
    if (n === 0) return Buffer.concat([control, chunk('IDAT', packed(picture))]);
    const data = Buffer.concat([numbers(sequence), packed(picture)]);
    sequence += 1;
    return Buffer.concat([control, chunk('fdAT', data)]);
  });
  const animation = chunk('acTL', numbers(pictures.length, plays));
  return Buffer.concat([signature, header(first), animation, ...frames, chunk('IEND')]);
}

function header({ width, height }: Picture): Buffer {
  return chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])]));
}

function frameControl({ width, height }: Picture, sequence: number, milliseconds: number): Buffer {
  const fields = numbers(sequence, width, height, 0, 0);
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  return chunk('fcTL', Buffer.concat([fields, delay]));
}

function packed({ width, height, pixels }: Picture): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * width * 4, (y + 1) * width * 4)]),
  );
  return deflateSync(Buffer.concat(rows));
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}
