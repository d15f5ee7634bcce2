/**
 * Reads structs in Thrift's compact protocol, in which Parquet stores its metadata.
 *
 * The library `thrift` 0.23.0 is not used, because it needs generated classes and has no limits.
 */
import type { ByteReader } from '../values/bytes.ts';
import { InvalidData } from '../values/value.ts';

/** Fields by their number. */
export type Struct = ReadonlyMap<number, ThriftValue>;
export type ThriftValue = boolean | bigint | number | Buffer | ThriftValue[] | Struct;

const deepest = 64;

export function readStruct(from: ByteReader, depth = 0): Struct {
  if (depth > deepest) throw new InvalidData('structs are nested too deep');
  const fields = new Map<number, ThriftValue>();
  let id = 0;
  for (let head = from.byte(); head !== 0; head = from.byte()) {
    id = head >> 4 === 0 ? Number(zigzag(from)) : id + (head >> 4);
    const type = head & 15;
    fields.set(id, type === 1 || type === 2 ? type === 1 : readValue(from, type, depth));
  }
  return fields;
}

function readValue(from: ByteReader, type: number, depth: number): ThriftValue {
  switch (type) {
    case 1:
    case 2:
    case 3:
      return from.byte();
    case 4:
    case 5:
    case 6:
      return zigzag(from);
    case 7:
      return from.take(8).readDoubleLE();
    case 8:
      return from.take(Number(varint(from)));
    case 9:
    case 10:
      return readList(from, depth);
    case 11:
      return readMap(from, depth);
    case 12:
      return readStruct(from, depth + 1);
    default:
      throw new InvalidData('a field of an unknown type');
  }
}

function readList(from: ByteReader, depth: number): ThriftValue[] {
  const head = from.byte();
  const count = head >> 4 === 15 ? Number(varint(from)) : head >> 4;
  if (count > from.left) throw new InvalidData('unexpected end of file');
  return Array.from({ length: count }, () => readValue(from, head & 15, depth + 1));
}

/**
 * Reads a map as a list of alternating keys and values. A list is sufficient, because Protean does not use the content
 * of maps in Thrift data.
 */
function readMap(from: ByteReader, depth: number): ThriftValue[] {
  const count = Number(varint(from));
  if (count === 0) return [];
  if (count > from.left) throw new InvalidData('unexpected end of file');
  const types = from.byte();
  return Array.from({ length: count * 2 }, (_, n) =>
    readValue(from, n % 2 === 0 ? types >> 4 : types & 15, depth + 1),
  );
}

/** Reads an unsigned integer with 7 bits per byte. */
export function varint(from: ByteReader): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = from.byte();
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw new InvalidData('a varint does not end');
}

function zigzag(from: ByteReader): bigint {
  const value = varint(from);
  return (value >> 1n) ^ -(value & 1n);
}

export const structIn = (value: ThriftValue | undefined): Struct =>
  value instanceof Map ? value : new Map();
export const listIn = (value: ThriftValue | undefined): ThriftValue[] => (Array.isArray(value) ? value : []);
export const numberIn = (value: ThriftValue | undefined): number =>
  typeof value === 'bigint' ? Number(value) : 0;
