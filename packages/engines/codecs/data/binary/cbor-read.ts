/**
 * Decodes CBOR (RFC 8949), including items of indefinite length, simple values, half floats, and the tags for numbers,
 * dates and encodings. If a tag is unknown, its value is kept and the tag is reported.
 *
 * cborg 6.1.5 is not used: it does not read strings of indefinite length, simple values and unknown tags, and does not
 * distinguish 1.0 from 1.
 */
import { ByteReader, onlyValue, halfFloat, strictText } from '../values/bytes.ts';
import { note, setMember } from '../values/noted.ts';
import { dayAfter1970, momentAfter1970, scaled } from '../values/shape.ts';
import { textOf } from '../values/untyped.ts';
import {
  integerOf,
  InvalidData,
  isList,
  isMap,
  maxLevels,
  momentOf,
  Numeral,
  type Value,
  type ValueMap,
} from '../values/value.ts';

/** Marks the end of an item of indefinite length. */
const stop = Symbol('break');

type Item = Value | typeof stop;

const [bytesType, textType] = [2, 3];

export const readCbor = (bytes: Uint8Array): Value => onlyValue(new CborReader(bytes));

class CborReader {
  readonly #from: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#from = new ByteReader(bytes);
  }

  get left(): number {
    return this.#from.left;
  }

  value(level: number): Value {
    const item = this.#item(level);
    if (item === stop) throw new InvalidData('a break outside an item of indefinite length');
    return item;
  }

  #item(level: number): Item {
    if (level > maxLevels) throw new InvalidData(`nested more than ${maxLevels} levels deep`);
    const head = this.#from.byte();
    const [type, info] = [head >> 5, head & 0x1f];
    if (type === 7) return this.#simple(info);
    if (info === 0x1f) return this.#indefinite(type, level);
    const argument = this.#argument(info);
    switch (type) {
      case 0:
        return Numeral.of(argument);
      case 1:
        return Numeral.of(-1n - argument);
      case bytesType:
        return new Uint8Array(this.#from.take(Number(argument)));
      case textType:
        return strictText(this.#from.take(Number(argument)));
      case 4:
        return this.#items(this.#count(argument), level);
      case 5:
        return this.#members(this.#count(argument), level);
      default:
        return tagged(argument, this.value(level + 1));
    }
  }

  #argument(info: number): bigint {
    if (info < 24) return BigInt(info);
    if (info > 27) throw new InvalidData('an invalid length');
    return this.#from.unsigned(2 ** (info - 24));
  }

  /**
   * Returns the declared number of items. Throws if fewer bytes than items remain, because each item takes at least one
   * byte.
   */
  #count(argument: bigint): number {
    if (argument > BigInt(this.left)) throw new InvalidData('unexpected end of file');
    return Number(argument);
  }

  #items(count: number, level: number): Value[] {
    const items: Value[] = [];
    for (let n = 0; n < count; n += 1) {
      const item = this.#item(level + 1);
      if (item === stop) return endOf(items, count);
      items.push(item);
    }
    return items;
  }

  #members(count: number, level: number): ValueMap {
    const members: ValueMap = new Map();
    for (let n = 0; n < count; n += 1) {
      const key = this.#item(level + 1);
      if (key === stop) return endOf(members, count);
      setMember(members, keyText(key), this.value(level + 1));
    }
    return members;
  }

  #indefinite(type: number, level: number): Value {
    if (type === 4) return this.#items(Infinity, level);
    if (type === 5) return this.#members(Infinity, level);
    if (type !== bytesType && type !== textType) throw new InvalidData('an invalid length');
    const parts: Buffer[] = [];
    for (let head = this.#from.byte(); head !== 0xff; head = this.#from.byte()) {
      if (head >> 5 !== type || (head & 0x1f) === 0x1f)
        throw new InvalidData('a text or byte string has a chunk of another type');
      parts.push(this.#from.take(Number(this.#argument(head & 0x1f))));
    }
    return type === textType ? parts.map(strictText).join('') : new Uint8Array(Buffer.concat(parts));
  }

  #simple(info: number): Item {
    switch (info) {
      case 20:
      case 21:
        return info === 21;
      case 22:
      case 23:
        return null;
      case 25:
        return Numeral.float(halfFloat(this.#from.take(2).readUInt16BE()));
      case 26:
        return Numeral.float(this.#from.take(4).readFloatBE());
      case 27:
        return Numeral.float(this.#from.take(8).readDoubleBE());
      case 31:
        return stop;
    }
    if (info > 24) throw new InvalidData('an invalid simple value');
    const name = `simple(${info === 24 ? this.#from.byte() : info})`;
    note('tags_left_out', name);
    return name;
  }
}

function endOf<Held>(held: Held, count: number): Held {
  if (count !== Infinity) throw new InvalidData('a break within an item of definite length');
  return held;
}

function keyText(key: Value): string {
  if (typeof key === 'string') return key;
  note('keys_as_text', 'keys');
  return key === null ? 'null' : textOf(key);
}

/**
 * Tags that do not change the value of their content: the tags for sets, expected encodings, URIs, base64, regular
 * expressions, MIME messages and CBOR data.
 */
const plainTags = new Set([21, 22, 23, 24, 32, 33, 34, 35, 36, 37, 258, 55_799]);

const readers: Readonly<Record<number, (content: Value) => Value | undefined>> = {
  0: dateIn,
  1: (content) => instantOf(content),
  2: (content) => (content instanceof Uint8Array ? Numeral.of(bignum(content)) : undefined),
  3: (content) => (content instanceof Uint8Array ? Numeral.of(-1n - bignum(content)) : undefined),
  4: (content) => fraction(content, decimalFraction),
  5: (content) => fraction(content, binaryFraction),
  100: (content) =>
    content instanceof Numeral && content.isInteger ? dayAfter1970(Number(content.text)) : undefined,
  1004: dateIn,
};

function tagged(tag: bigint, content: Value): Value {
  if (plainTags.has(Number(tag))) return content;
  const read = readers[Number(tag)]?.(content);
  if (read === undefined) note('tags_left_out', `tag ${tag}`);
  return read ?? content;
}

function dateIn(content: Value): Value | undefined {
  return typeof content === 'string' ? momentOf(content) : undefined;
}

/** Converts a number of seconds since 1970 to a `Moment`. Returns undefined if `content` is not a finite number. */
function instantOf(content: Value): Value | undefined {
  if (!(content instanceof Numeral) || !content.isFinite) return undefined;
  if (content.isInteger) return momentAfter1970(BigInt(content.text), 'instant', 0);
  const micros = Math.round((content.double ?? 0) * 1e6);
  return Number.isFinite(micros) ? momentAfter1970(BigInt(micros), 'instant') : undefined;
}

/** Decodes an unsigned big-endian integer. */
function bignum(bytes: Uint8Array): bigint {
  return integerOf(`0x0${Buffer.from(bytes).toString('hex')}`);
}

/** Converts a list of 2 integers, exponent and mantissa, to a number. Returns undefined for any other content. */
function fraction(
  content: Value,
  read: (exponent: number, mantissa: bigint) => Numeral,
): Numeral | undefined {
  if (!isList(content) || content.length !== 2 || isMap(content)) return undefined;
  const [exponent, mantissa] = content;
  if (!(exponent instanceof Numeral && mantissa instanceof Numeral)) return undefined;
  if (!exponent.fitsInt64 || !mantissa.isInteger) return undefined;
  return read(Number(exponent.text), integerOf(mantissa.text));
}

/**
 * Maximum exponent of numbers in decimal notation. Numbers with a larger exponent are written in scientific notation.
 */
const mostPlaces = 100;

function decimalFraction(exponent: number, mantissa: bigint): Numeral {
  if (Math.abs(exponent) > mostPlaces)
    return new Numeral(`${mantissa}e${exponent > 0 ? '+' : ''}${exponent}`);
  return scaled(mantissa, -exponent);
}

/** Maximum number of bits by which a binary fraction is shifted. Larger exponents are outside the range of a double. */
const mostBits = 1100;

/** Computes the exact decimal value. Every binary fraction has a finite decimal notation, because 1/2 = 5/10. */
function binaryFraction(exponent: number, mantissa: bigint): Numeral {
  if (Math.abs(exponent) > mostBits) throw new InvalidData('a binary fraction beyond the range of a double');
  return exponent >= 0
    ? Numeral.of(mantissa << BigInt(exponent))
    : scaled(mantissa * 5n ** BigInt(-exponent), -exponent);
}
