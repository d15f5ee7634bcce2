/**
 * Avro object container files. 64-bit integers, decimals, dates and timestamps keep their types. If Avro does not allow
 * a name, underscores replace the invalid characters, and the field has the attribute `originalName`.
 *
 * avsc 5.7.9 is not used: it trusts the declared length of an array (a file of 100 bytes takes 17 s or all memory),
 * accepts text that is not UTF-8 and reorders the keys of maps.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { snappyUncompressor } from 'hysnappy';
import bunzip from 'seek-bzip';
import { AvroReader, type Schema } from './avro-read.ts';
import { AvroWriter, schemaOf } from './avro-write.ts';
import { BoundedBuffer } from '../values/bounded-buffer.ts';
import type { Codec } from '../codec.ts';
import { shapeOfColumns } from '../values/shape.ts';
import { tableOf, tableValue } from '../values/table.ts';
import { InvalidData, type Value } from '../values/value.ts';
import { RefusedError, unsupported } from '../../../contract/reasons.ts';

const magic = Buffer.from('Obj\x01');
const markerLength = 16;
const recordsPerBlock = 4096;
/** Length of the CRC-32 that follows each Snappy block. The CRC-32 is computed from the decompressed data. */
const checksumLength = 4;

/** Maximum decompressed size of one block, in bytes. */
const maxOutputLength = 512 * 1024 * 1024;

type Unpack = (block: Buffer) => Buffer;

/** Maps the name of a compression codec to a function that returns a decompressor for the blocks of one file. */
const compressions: Readonly<Record<string, () => Unpack>> = {
  null: () => (block) => block,
  deflate: () => (block) => inflateRawSync(block, { maxOutputLength }),
  zstandard: () => (block) => zstdDecompressSync(block, { maxOutputLength }),
  snappy: unpackSnappy,
  bzip2: () => unpackBzip2,
};

function unpackBzip2(block: Buffer): Buffer {
  const out = new BoundedBuffer(maxOutputLength);
  bunzip.decode(block, out);
  return out.bytes();
}

function unpackSnappy(): Unpack {
  const unpack = snappyReader(maxOutputLength);
  return (block) => {
    const { buffer, byteOffset, length } = unpack(block.subarray(0, -checksumLength));
    const unpacked = Buffer.from(buffer, byteOffset, length);
    if (crc32(unpacked) !== block.readUInt32BE(block.length - checksumLength))
      throw new InvalidData('a block does not match its checksum');
    return unpacked;
  };
}

/**
 * Returns a decompressor for consecutive blocks. The decompressor throws if a block is damaged or exceeds `maxBytes`.
 */
export function snappyReader(maxBytes: number): (block: Buffer) => Uint8Array {
  const uncompress = snappyUncompressor();
  return (block) => {
    // The Snappy library would allocate the declared length, however large the length is.
    const length = snappyLength(block);
    if (length > maxBytes) throw new InvalidData(`a block of ${length} bytes is too long`);
    return uncompress(block, length);
  };
}

/** Reads the declared length of a block, 7 bits per byte, little endian. */
function snappyLength(block: Buffer): number {
  let length = 0;
  for (const [n, byte] of block.subarray(0, 5).entries()) {
    length += (byte & 0x7f) * 2 ** (7 * n);
    if (byte < 0x80) return length;
  }
  throw new InvalidData('a block declares no length');
}

function fieldNames(schema: Schema): string[] {
  if (typeof schema !== 'object' || !('fields' in schema)) return [];
  return (schema.fields ?? []).map(({ name, originalName }) => originalName ?? name);
}

export const codec: Codec = {
  read: (bytes) => {
    const file = new AvroReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (!file.bytes(magic.length).equals(magic))
      throw new InvalidData('it does not begin with the magic number of Avro');
    const head = file.header();
    const schema = JSON.parse(head.get('avro.schema')?.toString() ?? '') as Schema;
    const compression = head.get('avro.codec')?.toString() ?? 'null';
    const unpack = compressions[compression]?.();
    if (!unpack) throw unsupported(`avro codec ${compression}`);
    const marker = file.bytes(markerLength);
    const records: Value[] = [];
    while (!file.atEndOfBlocks) {
      const count = Number(file.long());
      const block = new AvroReader(unpack(file.bytes(Number(file.long()))));
      for (let n = 0; n < count; n += 1) records.push(block.value(schema));
      if (!block.atEnd) throw new InvalidData('a block has more bytes than its records');
      if (!file.bytes(markerLength).equals(marker))
        throw new InvalidData('a block does not end with the sync marker');
    }
    return tableValue(fieldNames(schema), records);
  },
  write: (value) => {
    const { columns, records } = tableOf(value);
    const shape = shapeOfColumns(columns, records);
    if (shape.members.size === 0) throw new RefusedError('no_tables');
    const schema = JSON.stringify(schemaOf(shape));
    const head = new AvroWriter();
    head.header([
      ['avro.codec', 'deflate'],
      ['avro.schema', schema],
    ]);
    // The sync marker is not random, so that equal tables give equal files.
    const marker = createHash('sha256').update(schema).digest().subarray(0, markerLength);
    const parts = [magic, head.written(), marker];
    for (let from = 0; from < records.length; from += recordsPerBlock) {
      const some = records.slice(from, from + recordsPerBlock);
      const block = new AvroWriter();
      for (const record of some) block.notNull(shape, record);
      const packed = deflateRawSync(block.written(), { level: constants.Z_DEFAULT_COMPRESSION });
      const sizes = new AvroWriter();
      sizes.long(BigInt(some.length));
      sizes.long(BigInt(packed.length));
      parts.push(sizes.written(), packed, marker);
    }
    return Buffer.concat(parts);
  },
};
