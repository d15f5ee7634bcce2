/** Decodes values in Avro's binary encoding according to their schema. */
import { dayAfter1970, momentAfter1970, scaled } from '../values/shape.ts';
import {
  integerOf,
  InvalidData,
  maxLevels,
  momentOf,
  Numeral,
  type Value,
  type ValueMap,
} from '../values/value.ts';

export type Schema = string | Schema[] | ComplexSchema;

interface ComplexSchema {
  type: Schema;
  logicalType?: string;
  name?: string;
  namespace?: string;
  fields?: { name: string; type: Schema; originalName?: string }[];
  symbols?: string[];
  items?: Schema;
  values?: Schema;
  size?: number;
  scale?: number;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class AvroReader {
  readonly #bytes: Buffer;
  readonly #named = new Map<string, ComplexSchema>();
  #at = 0;
  #valuesLeft: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    // Items of type null take no bytes, so a few bytes could declare billions of values.
    this.#valuesLeft = 100_000 + 10 * bytes.length;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /**
   * Whether the reader is after the last block. Ignores a line break after the last block, because some programs write
   * one.
   */
  get atEndOfBlocks(): boolean {
    return this.#bytes.length - this.#at <= 2 && /^[\r\n]*$/.test(this.#bytes.toString('latin1', this.#at));
  }

  bytes(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (!(length >= 0) || taken.length < length) throw new InvalidData('the file ends too early');
    this.#at += length;
    return taken;
  }

  long(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return (value >> 1n) ^ -(value & 1n);
    }
    throw new InvalidData('a varint does not end');
  }

  /** Reads the metadata at the start of a container. */
  header(): Map<string, Buffer> {
    const members = new Map<string, Buffer>();
    this.#each(() => members.set(this.#text(), Buffer.from(this.#sized())));
    return members;
  }

  value(schema: Schema, level = 0): Value {
    this.#valuesLeft -= 1;
    if (level > maxLevels || this.#valuesLeft < 0) throw new InvalidData('too many values');
    if (Array.isArray(schema)) return this.value(branch(schema, this.long()), level + 1);
    if (typeof schema === 'string') return this.#primitive(schema, level);
    this.#learn(schema);
    return schema.logicalType ? this.#logical(schema, level) : this.#complex(schema, level);
  }

  #learn(schema: ComplexSchema): void {
    if (schema.name === undefined) return;
    this.#named.set(schema.name, schema);
    if (schema.namespace) this.#named.set(`${schema.namespace}.${schema.name}`, schema);
  }

  #primitive(name: string, level: number): Value {
    switch (name) {
      case 'null':
        return null;
      case 'boolean':
        return this.bytes(1)[0] !== 0;
      case 'int':
      case 'long':
        return Numeral.of(this.long());
      case 'float':
        return Numeral.float(shortest(this.bytes(4).readFloatLE()));
      case 'double':
        return Numeral.float(this.bytes(8).readDoubleLE());
      case 'bytes':
        return new Uint8Array(this.#sized());
      case 'string':
        return this.#text();
    }
    // Within its namespace, a type may be referenced by its short name.
    const known = this.#named.get(name) ?? this.#named.get(name.split('.').at(-1) ?? '');
    if (!known) throw new InvalidData(`the schema does not define the type ${name}`);
    return this.value(known, level + 1);
  }

  #complex(schema: ComplexSchema, level: number): Value {
    switch (schema.type) {
      case 'record':
      case 'error': {
        const fields = schema.fields ?? [];
        return new Map(
          fields.map(({ name, originalName, type }) => [originalName ?? name, this.value(type, level + 1)]),
        );
      }
      case 'enum':
        return symbol(schema.symbols ?? [], this.long());
      case 'fixed':
        return new Uint8Array(this.bytes(schema.size ?? 0));
      case 'array': {
        const items: Value[] = [];
        this.#each(() => items.push(this.value(schema.items ?? 'null', level + 1)));
        return items;
      }
      case 'map': {
        const members: ValueMap = new Map();
        this.#each(() => members.set(this.#text(), this.value(schema.values ?? 'null', level + 1)));
        return members;
      }
      default:
        return this.value(schema.type, level + 1);
    }
  }

  #logical(schema: ComplexSchema, level: number): Value {
    const { logicalType = '', size, scale = 0 } = schema;
    if (logicalType === 'decimal')
      return scaled(signed(schema.type === 'fixed' ? this.bytes(size ?? 0) : this.#sized()), scale);
    if (schema.type === 'fixed' && logicalType === 'duration' && size === 12)
      return duration(this.bytes(size));
    if (schema.type === 'fixed' && logicalType === 'uuid' && size === 16) return uuid(this.bytes(size));
    const read = moments[logicalType];
    const isNumber = schema.type === 'int' || schema.type === 'long';
    return read && isNumber ? read(this.long()) : this.#complex(schema, level);
  }

  /** Reads blocks of items until an empty block. A negative count is followed by the block's size in bytes. */
  #each(read: () => void): void {
    for (let count = this.long(); count !== 0n; count = this.long()) {
      if (count < 0n) this.long();
      for (let n = count < 0n ? -count : count; n > 0n; n -= 1n) read();
    }
  }

  #sized(): Buffer {
    return this.bytes(Number(this.long()));
  }

  #text(): string {
    return strict.decode(this.#sized());
  }
}

const moments: Readonly<Record<string, (count: bigint) => Value>> = {
  date: (days) => dayAfter1970(Number(days)),
  'time-millis': (ms) => timeOf(ms * 1000n),
  'time-micros': timeOf,
  'timestamp-millis': (ms) => momentAfter1970(ms * 1000n, 'instant'),
  'timestamp-micros': (micros) => momentAfter1970(micros, 'instant'),
  'timestamp-nanos': (nanos) => momentAfter1970(nanos, 'instant', 9),
  'local-timestamp-nanos': (nanos) => momentAfter1970(nanos, 'local', 9),
  'local-timestamp-millis': (ms) => momentAfter1970(ms * 1000n, 'local'),
  'local-timestamp-micros': (micros) => momentAfter1970(micros, 'local'),
};

function symbol(symbols: readonly string[], index: bigint): string {
  const found = symbols[Number(index)];
  if (found === undefined) throw new InvalidData('a value is not a symbol of its enum');
  return found;
}

/** Returns months, days and milliseconds in ISO 8601: `P1M2DT3.004S`. */
function duration(bytes: Buffer): string {
  const [months, days, ms] = [0, 4, 8].map((at) => bytes.readUInt32LE(at)) as [number, number, number];
  const seconds = ms % 1000 === 0 ? String(ms / 1000) : (ms / 1000).toFixed(3);
  const parts = [months > 0 ? `${months}M` : '', days > 0 ? `${days}D` : '', ms > 0 ? `T${seconds}S` : ''];
  return parts.join('') === '' ? 'PT0S' : `P${parts.join('')}`;
}

const uuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the time of day that is `micros` microseconds after midnight. */
export function timeOf(micros: bigint): Value {
  const seconds = new Date(Number(micros / 1_000_000n) * 1000).toISOString().slice(11, 19);
  return momentOf(`${seconds}.${String(micros % 1_000_000n).padStart(6, '0')}`);
}

function branch(union: readonly Schema[], index: bigint): Schema {
  const schema = union[Number(index)];
  if (schema === undefined) throw new InvalidData('a value has a type that its union does not list');
  return schema;
}

/** Reads a big-endian two's complement integer of any length. */
function signed(bytes: Buffer): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, integerOf(`0x${bytes.toString('hex')}`));
}

/**
 * Returns the shortest decimal number that rounds to the float `single`, for example 0.1 instead of
 * 0.10000000149011612.
 */
export function shortest(single: number): number {
  for (let digits = 6; digits <= 9; digits += 1) {
    const rounded = Number(single.toPrecision(digits));
    if (Math.fround(rounded) === single) return rounded;
  }
  return single;
}
