/** Unpacks blocks of Snappy, never beyond a bound: the library allocates what it is asked for. */
import { snappyUncompressor } from 'hysnappy';
import { InvalidData } from './value.ts';

/** Unpacks one block after another; throws any error where a block is damaged or would exceed `maxBytes`. */
export function snappyReader(maxBytes: number): (block: Buffer) => Uint8Array {
  const uncompress = snappyUncompressor();
  return (block) => {
    const length = unpackedLength(block);
    if (length > maxBytes) throw new InvalidData(`a block of ${length} bytes is too long`);
    return uncompress(block, length);
  };
}

/** The length that a block declares in front, seven bits a byte. */
function unpackedLength(block: Buffer): number {
  let length = 0;
  for (const [n, byte] of block.subarray(0, 5).entries()) {
    length += (byte & 0x7f) * 2 ** (7 * n);
    if (byte < 0x80) return length;
  }
  throw new InvalidData('a block declares no length');
}
