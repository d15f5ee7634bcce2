/** CBOR (RFC 8949), with its tags for bignums and dates. Keys of other types than text become text; other tags are dropped. */
import { decode, encode, Tagged, Tokenizer, type TagDecodeControl } from 'cborg';
import { bigIntEncoder } from 'cborg/taglib';
import type { Codec } from './codec.ts';
import { textOf } from './untyped.ts';
import {
  integerOf,
  InvalidData,
  isList,
  isMap,
  Moment,
  momentOf,
  Numeral,
  type Scalar,
  type Value,
} from './value.ts';

const dateTag = 0;

const tags = {
  [dateTag]: (content: TagDecodeControl) => momentOf(String(content())),
  1: (content: TagDecodeControl) => momentOf(new Date(Number(content()) * 1000).toISOString()),
  1004: (content: TagDecodeControl) => momentOf(String(content())),
  2: (content: TagDecodeControl) => bignum(content()),
  3: (content: TagDecodeControl) => -1n - bignum(content()),
  // Expected encodings, URIs, base64, regular expressions and the tag of CBOR itself leave the content as it is.
  ...Object.fromEntries(
    [21, 22, 23, 32, 33, 34, 35, 36, 37, 55_799].map((tag) => [
      tag,
      (content: TagDecodeControl) => content(),
    ]),
  ),
};

/** An unsigned big-endian integer. */
function bignum(bytes: unknown): bigint {
  if (!(bytes instanceof Uint8Array)) throw new InvalidData('a bignum is made of bytes');
  return integerOf(`0x0${Buffer.from(bytes).toString('hex')}`);
}

export const codec: Codec = {
  read: (bytes) => toValue(decode(bytes, { useMaps: true, tags, tokenizer: new Tokens(bytes, tokens) })),
  write: (value) => encode(toPlain(value), { mapSorter: keepOrder, typeEncoders: { bigint: bigIntEncoder } }),
};

const tokens = { allowIndefinite: true, allowUndefined: true, allowBigInt: true, retainStringBytes: true };

class Tokens extends Tokenizer {
  override next(): ReturnType<Tokenizer['next']> {
    const token = super.next();
    // The library takes U+FEFF at the start of a text for a byte order mark, and drops it.
    if (token.byteValue?.[0] === 0xef) token.value = Buffer.from(token.byteValue).toString('utf8');
    return token;
  }
}

const keepOrder = () => 0;

function toValue(from: unknown): Value {
  if (typeof from === 'number' || typeof from === 'bigint') return Numeral.of(from);
  if (Array.isArray(from)) return from.map(toValue);
  if (from instanceof Map)
    return new Map([...from].map(([key, member]) => [textOfKey(key), toValue(member)]));
  return (from ?? null) as Scalar;
}

const textOfKey = (key: unknown) => (key === null ? 'null' : textOf(toValue(key)));

function toPlain(value: Value): unknown {
  if (isMap(value)) return new Map([...value].map(([key, member]) => [key, toPlain(member)]));
  if (isList(value)) return value.map(toPlain);
  if (value instanceof Numeral) return value.isInteger ? integerOf(value.text) : (value.double ?? value.text);
  if (value instanceof Moment)
    return value.text.includes('T') && /[Z+-]\d*:?\d*$/.test(value.text)
      ? new Tagged(dateTag, value.text)
      : value.text;
  return value;
}
