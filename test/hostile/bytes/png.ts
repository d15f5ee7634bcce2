/** Makes PNG files from any chunks, valid or invalid. */
import { crc32, deflateSync } from 'node:zlib';
import { be32, hex } from './numbers.ts';

export function chunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string)]);
  return Buffer.concat([be32(body.length - 4), body, be32(crc32(body))]);
}

export function pngOf(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([hex('89504e470d0a1a0a'), ...chunks, chunk('IEND')]);
}

/** Returns the header chunk (IHDR) of a picture with 8-bit RGB colours. */
export function pngHead(width: number, height: number): Buffer {
  return chunk('IHDR', Buffer.concat([be32(width, height), hex('0802000000')]));
}

/** Returns a complete picture of one colour. `more` contains additional chunks. */
export function plainPng(
  width: number,
  height: number,
  colour: readonly number[],
  more: readonly Buffer[] = [],
): Buffer {
  const row = Buffer.concat([hex('00'), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return pngOf(pngHead(width, height), ...more, chunk('IDAT', rows));
}
