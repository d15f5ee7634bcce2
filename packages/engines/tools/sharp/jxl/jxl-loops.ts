/**
 * Writes the number of plays of an animation into a JPEG XL codestream, because cjxl of Debian 12 always writes
 * "endless".
 */
import { Bits } from './jxl-bits.ts';

/** Returns the bit position of the number of plays, if the codestream is an animation with endless plays. */
function placeOfLoops(codestream: Buffer): number | undefined {
  if (codestream.readUInt16BE(0) !== 0xff0a) return undefined;
  const bits = new Bits(codestream, 16);
  bits.skipSize();
  const isDefault = bits.read(1) === 1;
  if (isDefault || bits.read(1) === 0) return undefined;
  // Skips the 3 bits of the orientation.
  bits.read(3);
  if (bits.read(1) === 1) bits.skipSize();
  // The first bit states whether the file has a preview, which is not supported. The second bit states whether the file
  // has an animation.
  if (bits.read(1) === 1 || bits.read(1) === 0) return undefined;
  // Skips the numerator and the denominator of the ticks per second.
  bits.skipOneOf(0, 0, 10, 30);
  bits.skipOneOf(0, 0, 8, 10);
  const place = bits.at;
  return bits.read(2) === 0 ? place : undefined;
}

/**
 * Returns the file with `plays` as the number of plays. The file is either a codestream, or a container in which a box
 * begins with a codestream.
 */
export function withLoops(file: Buffer, plays: number): Buffer {
  if (file.toString('latin1', 4, 8) !== 'JXL ') return codestreamWithLoops(file, plays);
  for (let at = 0, length; at + 8 <= file.length; at += length) {
    length = file.readUInt32BE(at) || file.length - at;
    const kind = file.toString('latin1', at + 4, at + 8);
    // Files that were just written have no boxes of more than 4 GB.
    if (length < 8) return file;
    if (kind !== 'jxlc' && kind !== 'jxlp') continue;
    // A `jxlp` box begins with its sequence number.
    const start = at + (kind === 'jxlp' ? 12 : 8);
    const part = codestreamWithLoops(file.subarray(start, at + length), plays);
    const head = Buffer.from(file.subarray(at, start));
    head.writeUInt32BE(head.length + part.length, 0);
    return Buffer.concat([file.subarray(0, at), head, part, file.subarray(at + length)]);
  }
  return file;
}

/**
 * Returns the codestream of an animation that plays `plays` times. The code for "endless" has 2 bits. The code for a
 * number has 18 bits: the 2-bit selector 2, then 16 bits for the number. Replacing "endless" with a number moves the
 * data after the code by 16 bits, which are exactly 2 bytes.
 */
function codestreamWithLoops(codestream: Buffer, plays: number): Buffer {
  const place = plays === 0 ? undefined : placeOfLoops(codestream);
  if (place === undefined) return codestream;
  const at = place >> 3;
  const result = Buffer.concat([codestream.subarray(0, at), Buffer.alloc(2), codestream.subarray(at)]);
  const write = (bit: number, value: number) => {
    const byte = bit >> 3;
    result[byte] = ((result[byte] ?? 0) & ~(1 << (bit & 7))) | (value << (bit & 7));
  };
  for (let bit = at * 8; bit < place; bit += 1) write(bit, ((codestream[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  for (let n = 0; n < 18; n += 1) write(place + n, n < 2 ? n : (plays >> (n - 2)) & 1);
  return result;
}
