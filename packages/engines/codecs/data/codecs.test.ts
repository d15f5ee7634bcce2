import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  anyValue,
  codecOf,
  isWellFormed,
  rewrite,
  shown,
  withoutNulls,
  writtenAndRead,
  type Rewrite,
} from './arbitraries.ts';
import { isList, isMap, Moment, Numeral, rootMap, type Value } from './values/value.ts';

const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64');

const jsonForm: Rewrite = (value) => {
  if (value instanceof Numeral && !value.isFinite) return value.text;
  return value instanceof Moment ? value.text : value instanceof Uint8Array ? base64(value) : value;
};

/**
 * Returns a function that converts scalars to text if the format does not support them. `fits` returns whether the
 * format supports an integer.
 */
const bounded =
  (fits: (value: Numeral) => boolean, moments: (value: Moment) => boolean, bytes: boolean): Rewrite =>
  (value) => {
    if (value instanceof Numeral)
      return (value.isInteger ? fits(value) : value.double !== undefined) ? value : value.text;
    if (value instanceof Moment) return moments(value) ? value : value.text;
    return value instanceof Uint8Array && !bytes ? base64(value) : value;
  };

interface Expectation {
  ext: string;
  expected: (value: Value) => Value;
  fits?: (value: Value) => boolean;
  ordered?: boolean;
}

const expectations: readonly Expectation[] = [
  { ext: 'json', expected: (value) => rewrite(value, jsonForm) },
  { ext: 'json5', expected: (value) => rewrite(value, jsonForm) },
  {
    ext: 'yaml',
    expected: (value) =>
      rewrite(
        value,
        bounded(
          () => true,
          ({ text }) => !/^\d\d:/.test(text),
          true,
        ),
      ),
  },
  {
    ext: 'toml',
    ordered: false,
    expected: (value) =>
      rewrite(
        withoutNulls(rootMap(value)),
        bounded(
          (n) => n.fitsInt64,
          () => true,
          false,
        ),
      ),
  },
  {
    ext: 'msgpack',
    expected: (value) =>
      rewrite(
        value,
        bounded(
          (n) => n.fits64Bits,
          (m) => m.isUtc,
          true,
        ),
      ),
  },
  {
    ext: 'cbor',
    expected: (value) =>
      rewrite(
        value,
        bounded(
          () => true,
          ({ text }) => /T.*(Z|[+-]\d\d:\d\d)$/.test(text),
          true,
        ),
      ),
  },
  {
    ext: 'bson',
    expected: (value) =>
      rewrite(documentsOf(value), (scalar) => {
        if (scalar instanceof Moment) return scalar.isUtc ? scalar : scalar.text;
        const tooLong = scalar instanceof Numeral && scalar.isInteger && scalar.text.length > 34;
        return tooLong ? scalar.text : scalar;
      }),
    fits: (value) => !allText(value).includes('\0'),
  },
  {
    ext: 'plist',
    expected: (value) =>
      rewrite(
        withoutNulls(value ?? ''),
        bounded(
          (n) => n.fits64Bits,
          ({ text }) => /T\d\d:\d\d:\d\dZ$/.test(text),
          true,
        ),
      ),
    fits: (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(allText(value)),
  },
];

/**
 * Returns the value that is expected from a format with several documents per file. A list with a single map is
 * read back as that map.
 */
function documentsOf(value: Value): Value {
  if (!isList(value) || value.length === 0 || !value.every(isMap)) return rootMap(value);
  const [only] = value;
  return value.length === 1 && only !== undefined ? only : value;
}

function allText(value: Value): string {
  if (isMap(value)) return [...value].flat().map(allText).join('');
  return isList(value) ? value.map(allText).join('') : typeof value === 'string' ? value : '';
}

for (const { ext, expected, fits = () => true, ordered = true } of expectations) {
  test(`the ${ext} codec reads back the value that it wrote, within the limits of the format`, async () => {
    const codec = await codecOf(ext);
    fc.assert(
      fc.property(anyValue.filter(isWellFormed), (value) => {
        fc.pre(fits(value));
        assert.deepEqual(shown(writtenAndRead(codec, value), ordered), shown(expected(value), ordered));
      }),
      { numRuns: 200 },
    );
  });
}
