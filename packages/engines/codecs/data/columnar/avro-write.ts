/** Encodes values in Avro's binary encoding. Derives a schema for the values, with only nullable fields. */
import type { Schema } from './avro-read.ts';
import { columnText, daysOf, microsOf, unscaled, type RecordShape, type Shape } from '../values/shape.ts';
import type { Numeral } from '../values/value.ts';
import { isList, isMap, type Value } from '../values/value.ts';

const plain: Readonly<Record<string, Schema>> = {
  boolean: 'boolean',
  int64: 'long',
  double: 'double',
  text: 'string',
  bytes: 'bytes',
  date: { type: 'int', logicalType: 'date' },
  local: { type: 'long', logicalType: 'local-timestamp-micros' },
  instant: { type: 'long', logicalType: 'timestamp-micros' },
};

/** Returns the schema of a record. Nested records are named after their field path. */
export function schemaOf(shape: RecordShape, name = 'Row'): Schema {
  const taken = new Set<string>();
  const fields = [...shape.members].map(([original, member]) => {
    const field = uniqueName(original, taken);
    return {
      name: field,
      type: ['null', typeOf(member, `${name}_${field}`)],
      default: null,
      ...(field === original ? {} : { originalName: original }),
    };
  });
  return { type: 'record', name, fields };
}

function typeOf(shape: Shape, name: string): Schema {
  if (shape.kind === 'record') return schemaOf(shape, name);
  if (shape.kind === 'list') return { type: 'array', items: ['null', typeOf(shape.of, name)] };
  if (shape.kind !== 'decimal') return plain[shape.kind] ?? 'string';
  const decimal = { logicalType: 'decimal', precision: shape.digits, scale: shape.scale };
  return { type: 'bytes', ...decimal };
}

function uniqueName(original: string, taken: Set<string>): string {
  const allowed = original.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  let name = allowed;
  for (let again = 2; taken.has(name); again += 1) name = `${allowed}_${again}`;
  taken.add(name);
  return name;
}

export class AvroWriter {
  readonly #parts: Buffer[] = [];

  written(): Buffer {
    return Buffer.concat(this.#parts);
  }

  long(value: bigint): void {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.#parts.push(Buffer.from(bytes));
  }

  header(members: readonly (readonly [string, string])[]): void {
    this.long(BigInt(members.length));
    for (const [name, text] of members) {
      this.#sized(Buffer.from(name));
      this.#sized(Buffer.from(text));
    }
    this.long(0n);
  }

  /** Appends a value of the given shape. The value must not be null. */
  notNull(shape: Shape, value: Value): void {
    switch (shape.kind) {
      case 'record':
        for (const [name, member] of shape.members) {
          this.#nullable(member, (isMap(value) ? value.get(name) : undefined) ?? null);
        }
        return;
      case 'list':
        return this.#list(shape.of, isList(value) ? value : []);
      case 'boolean':
        return void this.#parts.push(Buffer.of(value === true ? 1 : 0));
      case 'int64':
        return this.long(BigInt((value as Numeral).text));
      case 'double':
        return this.#double((value as Numeral).double ?? Number.NaN);
      case 'decimal':
        return this.#sized(signedBytes(unscaled(value as Numeral, shape.scale)));
      case 'bytes':
        return this.#sized(Buffer.from(value as Uint8Array));
      case 'date':
        return this.long(BigInt(daysOf(value)));
      case 'local':
      case 'instant':
        return this.long(microsOf(value));
      case 'text':
        return this.#sized(Buffer.from(columnText(value) ?? ''));
    }
  }

  #nullable(shape: Shape, value: Value): void {
    this.long(value === null ? 0n : 1n);
    if (value !== null) this.notNull(shape, value);
  }

  #list(of: Shape, items: readonly Value[]): void {
    if (items.length > 0) this.long(BigInt(items.length));
    for (const item of items) this.#nullable(of, item);
    this.long(0n);
  }

  #double(value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.#parts.push(bytes);
  }

  #sized(bytes: Buffer): void {
    this.long(BigInt(bytes.length));
    this.#parts.push(bytes);
  }
}

/** Returns the shortest big-endian two's complement form of the number. */
function signedBytes(value: bigint): Buffer {
  let length = 1;
  while (BigInt.asIntN(length * 8, value) !== value) length += 1;
  return Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  );
}
