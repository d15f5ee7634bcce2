/**
 * MessagePack. Dates in UTC become timestamps, and all other dates become text. Keys that are not text, and numbers
 * that are too large for a 64-bit integer or a double, also become text.
 */
import { Encoder, encodeTimeSpecToTimestamp, EXT_TIMESTAMP, ExtData } from '@msgpack/msgpack';
import type { Codec } from '../codec.ts';
import { readMsgpack } from './msgpack-read.ts';
import { doubleOf, note } from '../values/noted.ts';
import { isList, isMap, Moment, Numeral, type Scalar, type Value } from '../values/value.ts';

export const codec: Codec = {
  read: readMsgpack,
  write: (value) => {
    const parts: Uint8Array[] = [];
    append(value, parts);
    return Buffer.concat(parts);
  },
};

const encoder = new Encoder({ useBigInt64: true });
const floatEncoder = new Encoder({ forceIntegerToFloat: true });

function append(value: Value, parts: Uint8Array[]): void {
  if (isMap(value)) {
    parts.push(head(value.size, 0x80, 0xde));
    for (const [key, member] of value) {
      parts.push(encoder.encode(key));
      append(member, parts);
    }
  } else if (isList(value)) {
    parts.push(head(value.length, 0x90, 0xdc));
    for (const member of value) append(member, parts);
  } else {
    parts.push(scalar(value));
  }
}

/** Returns the header of a map or list with its size in 4, 16 or 32 bits. */
function head(size: number, short: number, long: number): Uint8Array {
  if (size < 16) return Uint8Array.of(short + size);
  const bytes = Buffer.alloc(size < 65_536 ? 3 : 5);
  bytes[0] = size < 65_536 ? long : long + 1;
  bytes.writeUIntBE(size, 1, bytes.length - 1);
  return bytes;
}

function scalar(value: Scalar): Uint8Array {
  if (value instanceof Numeral) return numeral(value);
  if (value instanceof Moment) return value.isUtc ? timestamp(value.text) : encoder.encode(value.text);
  return encoder.encode(value);
}

function numeral(value: Numeral): Uint8Array {
  if (value.fits64Bits) {
    const number = Number(value.text);
    return encoder.encode(Number.isSafeInteger(number) ? number : BigInt(value.text));
  }
  const double = value.isInteger ? undefined : doubleOf(value);
  if (double !== undefined) return floatEncoder.encode(double);
  note('values_as_text', 'numbers beyond 64 bits');
  return encoder.encode(value.text);
}

function timestamp(text: string): Uint8Array {
  const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
  if (fraction.length > 9) return encoder.encode(text);
  const sec = Date.parse(`${whole}Z`) / 1000;
  return encoder.encode(
    new ExtData(EXT_TIMESTAMP, encodeTimeSpecToTimestamp({ sec, nsec: Number(fraction.padEnd(9, '0')) })),
  );
}
