/** CBOR (RFC 8949), with its tags for numbers and dates. Non-text keys become text. */
import { encode, Tagged, Token, Type } from 'cborg';
import { bigIntEncoder } from 'cborg/taglib';
import type { Codec } from '../codec.ts';
import { readCbor } from './cbor-read.ts';
import { doubleOf, note } from '../values/noted.ts';
import { integerOf, isList, isMap, Moment, Numeral, type Value } from '../values/value.ts';

const dateTag = 0;

export const codec: Codec = {
  read: readCbor,
  write: (value) =>
    encode(toPlain(value), { mapSorter: keepOrder, typeEncoders: { bigint: bigIntEncoder, number: float } }),
};

const keepOrder = () => 0;

/** Returns a float token. {@link toPlain} converts integers to bigints, so every JavaScript number is a float. */
const float = (value: number) => new Token(Type.float, value);

function toPlain(value: Value): unknown {
  if (isMap(value)) return new Map([...value].map(([key, member]) => [key, toPlain(member)]));
  if (isList(value)) return value.map(toPlain);
  if (value instanceof Numeral)
    return value.isInteger ? integerOf(value.text) : (doubleOf(value) ?? asText(value));
  if (value instanceof Moment)
    return value.text.includes('T') && /[Z+-]\d*:?\d*$/.test(value.text)
      ? new Tagged(dateTag, value.text)
      : value.text;
  return value;
}

/** Returns the text of a number outside the range of a double. */
function asText({ text }: Numeral): string {
  note('values_as_text', 'numbers');
  return text;
}
