/**
 * Decompresses LZ4 frames, bare blocks and Hadoop's blocks, up to a limit.
 *
 * No library is used: lz4-napi 2.10.0 has no limit (6 MB become 1.5 GB in memory), and lz4js 0.2.0 reads a truncated
 * frame as a shorter frame.
 */
import { BoundedBuffer } from '../values/bounded-buffer.ts';
import { InvalidData } from '../values/value.ts';

const frameMagic = 0x184d2204;

/** Decompresses a frame. @throws {@link InvalidData} if the frame is damaged or would exceed `maxBytes`. */
export function readLz4(bytes: Uint8Array, maxBytes: number): Buffer {
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (frame.readUInt32LE(0) !== frameMagic) throw new InvalidData('this is not an LZ4 frame');
  const flags = frame.readUInt8(4);
  const hasBlockSums = (flags & 0x10) !== 0;
  let at = 7 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const out = new BoundedBuffer(maxBytes);
  for (;;) {
    const size = frame.readUInt32LE(at);
    at += 4;
    if (size === 0) return out.bytes();
    const length = size & 0x7fff_ffff;
    const block = frame.subarray(at, at + length);
    if (block.length < length) throw new InvalidData('a block is longer than the remaining bytes');
    if (size >= 0x8000_0000) out.append(block);
    else readBlock(block, out);
    at += length + (hasBlockSums ? 4 : 0);
  }
}

/**
 * Decompresses a block without a frame. @throws {@link InvalidData} if the block is damaged or would exceed `maxBytes`.
 */
export function readLz4Block(block: Buffer, maxBytes: number): Buffer {
  const out = new BoundedBuffer(maxBytes);
  readBlock(block, out);
  return out.bytes();
}

/**
 * Decompresses pages with Parquet's codec `LZ4`. In most files, a page contains blocks in Hadoop's form: each block is
 * preceded by its decompressed and compressed lengths. Some writers store a frame or a bare block under the codec name
 * `LZ4`, so Hadoop's form, the frame and the bare block are all tried. Newer Parquet files use the codec `LZ4_RAW`,
 * which has only one form.
 */
export function readHadoopLz4(bytes: Buffer, length: number): Buffer {
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === frameMagic) return readLz4(bytes, length);
  const parts: Buffer[] = [];
  let [at, unpacked] = [0, 0];
  while (at + 8 <= bytes.length) {
    const [own, packed] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    unpacked += own;
    if (unpacked > length || at + 8 + packed > bytes.length) break;
    parts.push(readLz4Block(bytes.subarray(at + 8, at + 8 + packed), own));
    at += 8 + packed;
  }
  return at === bytes.length && unpacked === length ? Buffer.concat(parts) : readLz4Block(bytes, length);
}

function readBlock(block: Buffer, out: BoundedBuffer): void {
  let at = 0;
  const byte = () => block.readUInt8(at++);
  const lengthFrom = (start: number) => {
    let length = start;
    for (let more = start === 15 ? 255 : 0; more === 255; length += more) more = byte();
    return length;
  };
  while (at < block.length) {
    const token = byte();
    const literal = lengthFrom(token >> 4);
    if (at + literal > block.length) throw new InvalidData('a block is longer than the remaining bytes');
    out.append(block.subarray(at, at + literal));
    at += literal;
    // The last sequence of an LZ4 block contains only literals.
    if (at >= block.length) return;
    const back = block.readUInt16LE(at);
    at += 2;
    out.repeat(back, lengthFrom(token & 15) + 4);
  }
}
