/** Unpacks one block of Snappy: stretches of bytes as they are, and copies of what came before. */
import { InvalidData } from './value.ts';

/** Throws {@link InvalidData} when the block is damaged, or would become longer than `most` bytes. */
export function readSnappy(block: Buffer, most: number): Buffer {
  const [length, start] = readLength(block);
  if (length > most) throw new InvalidData(`a block of ${length} bytes is too long`);
  const out = Buffer.alloc(length);
  let [at, end] = [start, 0];
  const number = (bytes: number) => {
    if (at + bytes > block.length) throw new InvalidData('a block breaks off');
    at += bytes;
    return block.readUIntLE(at - bytes, bytes);
  };
  while (at < block.length) {
    const tag = number(1);
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const size = (short < 60 ? short : number(short - 59)) + 1;
      if (at + size > block.length || end + size > length) throw new InvalidData('a block breaks off');
      block.copy(out, end, at, at + size);
      at += size;
      end += size;
      continue;
    }
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const back = kind === 1 ? ((tag >> 5) << 8) + number(1) : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > end || end + size > length) throw new InvalidData('a block refers to nothing');
    // One by one: a copy may overlap what it makes.
    for (let n = 0; n < size; n += 1, end += 1) out[end] = out[end - back] ?? 0;
  }
  if (end !== length) throw new InvalidData('a block is shorter than it says');
  return out;
}

function readLength(block: Buffer): [length: number, after: number] {
  let length = 0;
  for (let n = 0; n < 5; n += 1) {
    const byte = block[n];
    if (byte === undefined) break;
    length += (byte & 0x7f) * 2 ** (7 * n);
    if (byte < 0x80) return [length, n + 1];
  }
  throw new InvalidData('a block says no length');
}
