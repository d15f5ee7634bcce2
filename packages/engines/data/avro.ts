/**
 * Avro's container of records, its schema in front: whole numbers of 64 bits, decimals, dates and instants keep their
 * types. A name that Avro does not allow is written with underscores and stands in `originalName` beside it.
 *
 * By hand: avsc 5.7.9 trusts the count of an array (a file of 100 bytes costs it 17 s, or all memory), accepts text that is
 * not UTF-8 and reorders the keys of maps.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { AvroReader, type Schema } from './avro-read.ts';
import { AvroWriter, schemaOf } from './avro-write.ts';
import type { Codec } from './codec.ts';
import { shapeOfColumns } from './shape.ts';
import { snappyReader } from './snappy.ts';
import { tableOf, tableValue } from './table.ts';
import { InvalidData, type Value } from './value.ts';

const mark = Buffer.from('Obj\x01');
const markerLength = 16;
const recordsPerBlock = 4096;
/** Behind each block that Snappy packed stands the CRC-32 of what it becomes. */
const checksumLength = 4;

/** Most bytes that one block may become; a longer one is an attack. */
const maxOutputLength = 512 * 1024 * 1024;

type Unpack = (block: Buffer) => Buffer;

/** By the name of the compression: what unpacks the blocks of one file. */
const compressions: Readonly<Record<string, () => Unpack>> = {
  null: () => (block) => block,
  deflate: () => (block) => inflateRawSync(block, { maxOutputLength }),
  zstandard: () => (block) => zstdDecompressSync(block, { maxOutputLength }),
  snappy: unpackSnappy,
};

function unpackSnappy(): Unpack {
  const read = snappyReader(maxOutputLength);
  return (block) => {
    const { buffer, byteOffset, length } = read(block.subarray(0, -checksumLength));
    const unpacked = Buffer.from(buffer, byteOffset, length);
    if (crc32(unpacked) !== block.readUInt32BE(block.length - checksumLength))
      throw new InvalidData('a block is not what its checksum says');
    return unpacked;
  };
}

function fieldNames(schema: Schema): string[] {
  if (typeof schema !== 'object' || !('fields' in schema)) return [];
  return (schema.fields ?? []).map(({ name, originalName }) => originalName ?? name);
}

export const codec: Codec = {
  read: (bytes) => {
    const file = new AvroReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (!file.bytes(mark.length).equals(mark)) throw new InvalidData('it does not begin as Avro does');
    const head = file.header();
    const schema = JSON.parse(head.get('avro.schema')?.toString() ?? '') as Schema;
    const compression = head.get('avro.codec')?.toString() ?? 'null';
    const unpack = compressions[compression]?.();
    if (!unpack) throw new InvalidData(`compression by ${compression} is not read`);
    const marker = file.bytes(markerLength);
    const records: Value[] = [];
    while (!file.atEnd) {
      const count = Number(file.long());
      const block = new AvroReader(unpack(file.bytes(Number(file.long()))));
      for (let n = 0; n < count; n += 1) records.push(block.value(schema));
      if (!block.atEnd) throw new InvalidData('a block holds more than its records');
      if (!file.bytes(markerLength).equals(marker))
        throw new InvalidData('a block does not end as it should');
    }
    return tableValue(fieldNames(schema), records);
  },
  write: (value) => {
    const { columns, records } = tableOf(value);
    const shape = shapeOfColumns(columns, records);
    if (shape.members.size === 0)
      throw new InvalidData('there are no columns that Avro could have as fields');
    const schema = JSON.stringify(schemaOf(shape));
    const head = new AvroWriter();
    head.header([
      ['avro.codec', 'deflate'],
      ['avro.schema', schema],
    ]);
    // A marker drawn by chance would make the same table another file each time.
    const marker = createHash('sha256').update(schema).digest().subarray(0, markerLength);
    const parts = [mark, head.written(), marker];
    for (let from = 0; from < records.length; from += recordsPerBlock) {
      const some = records.slice(from, from + recordsPerBlock);
      const block = new AvroWriter();
      for (const record of some) block.held(shape, record);
      const packed = deflateRawSync(block.written(), { level: constants.Z_DEFAULT_COMPRESSION });
      const sizes = new AvroWriter();
      sizes.long(BigInt(some.length));
      sizes.long(BigInt(packed.length));
      parts.push(sizes.written(), packed, marker);
    }
    return Buffer.concat(parts);
  },
};
