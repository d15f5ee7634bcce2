/**
 * BSON. A BSON file with one document is read as a map. Concatenated documents, as in database dumps, are read as a
 * list of maps. A list of maps is written as concatenated documents. UTC timestamps become BSON dates. Other dates
 * become text. Integers beyond 64 bits become BSON decimals if they have at most 34 digits, and otherwise text. Object
 * ids are read as hexadecimal digits. Regular expressions and code are read as text.
 *
 * The library `bson` is not used: it drops repeated keys silently and moves keys like `2` to the front.
 */
import { decimalBytes, readDecimal } from './bson-decimal.ts';
import type { Codec } from '../codec.ts';
import { doubleOf, note, setMember } from '../values/noted.ts';
import {
  InvalidData,
  isList,
  isMap,
  maxLevels,
  momentOf,
  Moment,
  Numeral,
  rootMap,
  type Scalar,
  type Value,
  type ValueMap,
} from '../values/value.ts';

export const codec: Codec = {
  read: (bytes) => {
    const reader = new BsonReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    const documents: Value[] = [];
    while (!reader.atEnd) documents.push(reader.document(0));
    const [only] = documents;
    if (only === undefined) throw new InvalidData('it contains no document');
    return documents.length === 1 ? only : documents;
  },
  write: (value) => {
    const documents = isList(value) && value.length > 0 && value.every(isMap) ? value : [rootMap(value)];
    return Buffer.concat(documents.map((document) => writeDocument(document)));
  },
};

/** Codes of the element types. */
const kind = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  undefined: 0x06,
  objectId: 0x07,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  regex: 0x0b,
  pointer: 0x0c,
  code: 0x0d,
  symbol: 0x0e,
  scopedCode: 0x0f,
  int32: 0x10,
  timestamp: 0x11,
  int64: 0x12,
  decimal: 0x13,
  greatest: 0x7f,
  least: 0xff,
} as const;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class BsonReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  document(level: number): ValueMap {
    if (level > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
    const end = this.#at + this.#bytes.readInt32LE(this.#at);
    // If the outermost document is longer than the file, the file is truncated. If a nested document is longer than its
    // parent, the file is damaged.
    if (level === 0 && end > this.#bytes.length) throw new InvalidData('the file ends too early');
    if (end < this.#at + 5 || end > this.#bytes.length)
      throw new InvalidData('a document has an invalid length');
    this.#at += 4;
    const members: ValueMap = new Map();
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      setMember(members, this.#name(), this.#element(type, level));
    }
    if (this.#at !== end) throw new InvalidData('a document does not match its declared length');
    return members;
  }

  #element(type: number, level: number): Value {
    switch (type) {
      case kind.document:
        return this.document(level + 1);
      case kind.array:
        return [...this.document(level + 1).values()];
      case kind.double:
        return Numeral.float(this.#take(8).readDoubleLE());
      case kind.int32:
        return Numeral.of(this.#take(4).readInt32LE());
      case kind.int64:
        return Numeral.of(this.#take(8).readBigInt64LE());
      case kind.timestamp:
        return Numeral.of(this.#take(8).readBigUInt64LE());
      case kind.decimal:
        return readDecimal(this.#take(16));
      case kind.string:
      case kind.code:
      case kind.symbol:
        return this.#text();
      case kind.boolean:
        return this.#byte() !== 0;
      case kind.date:
        return instant(this.#take(8).readBigInt64LE());
      case kind.binary:
        return this.#binary();
      case kind.objectId:
        return this.#take(12).toString('hex');
      case kind.regex:
        return `/${this.#name()}/${this.#name()}`;
      case kind.pointer:
        return `${this.#text()}/${this.#take(12).toString('hex')}`;
      case kind.scopedCode:
        this.#take(4);
        return new Map<string, Value>([
          ['code', this.#text()],
          ['scope', this.document(level + 1)],
        ]);
      case kind.null:
      case kind.undefined:
        return null;
      case kind.greatest:
        return 'MaxKey';
      case kind.least:
        return 'MinKey';
      default:
        throw new InvalidData(`unknown element type ${type}`);
    }
  }

  #byte(): number {
    return this.#take(1).readUInt8();
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (length < 0 || taken.length < length) throw new InvalidData('the file ends too early');
    this.#at += length;
    return taken;
  }

  #name(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new InvalidData('a name has no final zero byte');
    const name = strict.decode(this.#take(end - this.#at));
    this.#at += 1;
    return name;
  }

  #text(): string {
    const bytes = this.#take(this.#take(4).readInt32LE());
    if (bytes.at(-1) !== 0) throw new InvalidData('a text does not match its declared length');
    return strict.decode(bytes.subarray(0, -1));
  }

  #binary(): Uint8Array {
    const length = this.#take(4).readInt32LE();
    const oldStyle = this.#byte() === 2;
    const bytes = this.#take(length);
    return new Uint8Array(oldStyle ? bytes.subarray(4) : bytes);
  }
}

/** Returns a date, or the number of milliseconds if the year has more than 4 digits. */
function instant(milliseconds: bigint): Value {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString())
    ? Numeral.of(milliseconds)
    : momentOf(date.toISOString());
}

function writeDocument(members: Iterable<readonly [string | number, Value]>): Buffer {
  const parts = [...members].flatMap(([name, value]) => {
    const [type, content] = element(value);
    return [Buffer.of(type), nameBytes(String(name)), content];
  });
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeInt32LE(body.length + 5);
  return Buffer.concat([size, body, Buffer.of(0)]);
}

function nameBytes(name: string): Buffer {
  if (name.includes('\0')) throw new InvalidData('a name in BSON cannot contain a zero character');
  return Buffer.from(`${name}\0`);
}

type Element = [type: number, content: Buffer];

function element(value: Value): Element {
  if (isMap(value)) return [kind.document, writeDocument(value)];
  if (isList(value)) return [kind.array, writeDocument(value.entries())];
  return scalar(value);
}

function scalar(value: Scalar): Element {
  if (value === null) return [kind.null, Buffer.alloc(0)];
  if (typeof value === 'boolean') return [kind.boolean, Buffer.of(Number(value))];
  if (typeof value === 'string') return text(value);
  if (value instanceof Numeral) return numeral(value);
  if (value instanceof Moment) return date(value);
  return [kind.binary, Buffer.concat([int32(value.length), Buffer.of(0), value])];
}

function text(value: string): Element {
  const bytes = Buffer.from(`${value}\0`);
  return [kind.string, Buffer.concat([int32(bytes.length), bytes])];
}

function numeral(value: Numeral): Element {
  if (value.fitsInt64) {
    const whole = BigInt(value.text);
    if (BigInt.asIntN(32, whole) === whole) return [kind.int32, int32(Number(whole))];
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(whole);
    return [kind.int64, bytes];
  }
  if (value.isInteger || value.double === undefined || value.losesDigits) {
    const decimal = decimalBytes(value);
    if (decimal) return [kind.decimal, decimal];
  }
  const double = value.isInteger ? undefined : doubleOf(value);
  if (double === undefined) {
    note('values_as_text', 'numbers of more than 34 digits');
    return text(value.text);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(double);
  return [kind.double, bytes];
}

/** Returns a BSON date for a time in UTC with at most 3 decimals, and text for any other date. */
function date(value: Moment): Element {
  if (!value.isUtc || /\.\d{4,}Z$/.test(value.text)) return text(value.text);
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(Date.parse(value.text)));
  return [kind.date, bytes];
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
