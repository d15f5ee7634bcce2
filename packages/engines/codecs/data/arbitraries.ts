/** Random values for the tests of the codecs, and functions that compare them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Codec } from './codec.ts';
import { codecs } from './codecs.ts';
import { isList, isMap, Moment, Numeral, type Scalar, type Value } from './values/value.ts';

export type Rewrite = (value: Scalar) => Value;

/**
 * Replaces each scalar in `value` with the result of `scalar`. With this function, tests compute which value a format
 * with few scalar types returns after writing and reading `value`.
 */
export function rewrite(value: Value, scalar: Rewrite): Value {
  if (isMap(value)) return new Map([...value].map(([key, member]) => [key, rewrite(member, scalar)]));
  return isList(value) ? value.map((member) => rewrite(member, scalar)) : scalar(value);
}

/** Returns the value without null members of maps, and with empty strings in place of nulls in lists. */
export function withoutNulls(value: Value): Value {
  if (isMap(value)) {
    return new Map(
      [...value].flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)] as const])),
    );
  }
  return isList(value) ? value.map((member) => (member === null ? '' : withoutNulls(member))) : value;
}

/**
 * Returns the value in a form that a deep equality check can compare. Numbers are compared by value. If `ordered` is
 * true, the order of the members of a map is compared too.
 */
export function shown(value: Value, ordered = true): unknown {
  if (isMap(value)) {
    const members = [...value].map(([key, member]) => [key, shown(member, ordered)]);
    return { map: ordered ? members : members.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) };
  }
  if (isList(value)) return value.map((member) => shown(member, ordered));
  if (value instanceof Numeral) return { number: amount(value) };
  if (value instanceof Moment) return { moment: value.text };
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value;
}

const amount = (value: Numeral) => {
  const exact = value.isInteger ? BigInt(value.text) : (value.double ?? value.text);
  return Number.isInteger(exact) ? BigInt(exact) : exact;
};

export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    'true',
    'null',
    '~',
    '1',
    '007',
    '1e5',
    '-',
    '2024-02-29',
    '12:30:45',
    '_x0041_',
    '_x0008',
    'a: b',
    '# c',
    "it's",
    '"',
    '\\',
    '<&>',
    ']]>',
    '\n',
    'a\r\nb',
    '=1',
    '.5',
    '0x1F',
    '1_000',
    'yes',
    '<<',
    '=',
    '[]',
    '{}',
    '${a}',
    '%',
    '@a',
    '!x',
    '&a',
    '*a',
    '\u0085',
    '\u2028',
    '\ufeff',
  ),
);
export const anyKey = fc.oneof(
  anyText,
  fc.constantFrom(
    '__proto__',
    'constructor',
    '2',
    '10',
    '1',
    'a.b',
    'a[0]',
    '@id',
    '#text',
    'item',
    'a:b',
    'a]',
    ' a ',
  ),
);
const numeral = fc.oneof(
  fc.bigInt().map((value) => Numeral.of(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map((value) => Numeral.of(value)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => Numeral.of(value)),
  fc
    .constantFrom('0', '0.1', '1.10', '-0.5', '1E5', '12345678901234567890123', '1.0')
    .map((digits) => new Numeral(digits)),
);
const moment = fc.constantFrom(
  '2024-02-29',
  '2024-02-29T07:30:00Z',
  '1999-12-31T23:59:59.25+01:00',
  '2024-01-01T00:00:00',
  '07:30:00',
);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  numeral,
  fc.boolean(),
  fc.constant(null),
  moment.map((iso) => Moment.parse(iso) ?? null),
  fc.uint8Array({ maxLength: 8 }),
);
export const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 4 }).map((members): Value => new Map(members)),
  ),
}));

export const isWellFormed = (value: Value): boolean =>
  isMap(value)
    ? [...value].flat().every(isWellFormed)
    : isList(value)
      ? value.every(isWellFormed)
      : typeof value !== 'string' || value.isWellFormed();

export async function codecOf(ext: string): Promise<Codec> {
  const codec = await codecs[ext]?.();
  assert.ok(codec, ext);
  return codec;
}

/** Writes `value` with the codec, reads it back, and returns the result. */
export function writtenAndRead(codec: Codec, value: Value): Value {
  return codec.read(Buffer.from(codec.write(value, {})));
}
