/**
 * JSON (RFC 8259). Bytes are written as base64, dates as ISO 8601, and NaN and the infinities as their names in quotes.
 */
import type { Codec } from '../codec.ts';
import { note, noteIfBroken } from '../values/noted.ts';
import { readNotation, type Grammar } from '../values/notation.ts';
import { decodeText } from '../text.ts';
import { isMap, isNested, Moment, Numeral, type Scalar, type Value } from '../values/value.ts';

const json: Grammar = {
  token: /[ \t\r\n]+|([{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\[^\u0000-\u001f][^"\\\u0000-\u001f]*)*"|[-\w.+]+)/y,
  scalar: (token) => {
    const word = words.get(token);
    if (word !== undefined) return word;
    return token.startsWith('"') ? stringIn(token) : Numeral.parse(token);
  },
  key: (token) => (token.startsWith('"') ? stringIn(token) : undefined),
  trailingComma: false,
};

export const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

function stringIn(token: string): string {
  return token.includes('\\') ? noteIfBroken(JSON.parse(token) as string) : token.slice(1, -1);
}

export const codec: Codec = {
  read: (bytes) => readJson(decodeText(bytes)),
  write: (value, { indent = 2 }) => `${writeJson(value, { indent })}\n`,
};

export function readJson(text: string): Value {
  return readNotation(text, json);
}

export interface Notation {
  /** Number of spaces per level, or 0 for a single line. */
  indent: number;
  key?: (key: string) => string;
  scalar?: (value: Scalar) => string;
}

export function writeJson(value: Value, notation: Notation): string {
  const parts: string[] = [];
  append(value, '\n', notation, parts);
  return parts.join('');
}

function append(value: Value, newline: string, notation: Notation, parts: string[]): void {
  const { indent, key: writeKey = JSON.stringify, scalar = jsonScalar } = notation;
  if (!isNested(value)) {
    parts.push(scalar(value));
    return;
  }
  const inner = indent > 0 ? newline + ' '.repeat(indent) : '';
  const colon = indent > 0 ? ': ' : ':';
  let separator = inner;
  parts.push(isMap(value) ? '{' : '[');
  for (const [key, member] of value.entries()) {
    parts.push(separator, typeof key === 'string' ? writeKey(key) + colon : '');
    append(member, inner, notation, parts);
    separator = `,${inner}`;
  }
  const size = isMap(value) ? value.size : value.length;
  parts.push(size > 0 && indent > 0 ? newline : '', isMap(value) ? '}' : ']');
}

export function jsonScalar(value: Scalar): string {
  if (value instanceof Numeral) return value.isFinite ? value.text : named(value);
  if (value instanceof Moment) return JSON.stringify(value.text);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  return JSON.stringify(value);
}

function named({ text }: Numeral): string {
  note('values_as_text', text);
  return JSON.stringify(text);
}
