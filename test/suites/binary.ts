/**
 * Reads the public test suites of CBOR and MessagePack. Each suite is a JSON file that lists inputs in hexadecimal
 * digits. For most inputs, the JSON file also lists the expected value.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from '../../packages/engines/codecs/data/text/json.ts';
import {
  isList,
  isMap,
  Numeral,
  type Value,
  type ValueMap,
} from '../../packages/engines/codecs/data/values/value.ts';
import { same, sameNumber, type Suite } from './case.ts';

const cbor: Suite = {
  ...{ repository: 'cbor/test-vectors', format: 'cbor' },
  async *cases(folder) {
    const vectors = readJson(await readFile(path.join(folder, 'appendix_a.json'), 'utf8'));
    for (const vector of isList(vectors) ? vectors.filter(isMap) : []) {
      const hex = textIn(vector, 'hex');
      const expected = vector.get('decoded');
      yield {
        ...{ name: hex, bytes: Buffer.from(hex, 'hex'), source: 'cbor', expects: 'valid' },
        ...(expected === undefined ? {} : { isRight: (value: Value) => same(value, expected) }),
      };
    }
  },
};

const textIn = (map: ValueMap, name: string) => {
  const text = map.get(name);
  return typeof text === 'string' ? text : '';
};

const msgpack: Suite = {
  ...{ repository: 'kawanet/msgpack-test-suite', format: 'msgpack' },
  async *cases(folder) {
    const groups = readJson(await readFile(path.join(folder, 'dist/msgpack-test-suite.json'), 'utf8'));
    for (const [group, tests] of isMap(groups) ? groups : []) {
      for (const test of isList(tests) ? tests.filter(isMap) : []) {
        const encodings = test.get('msgpack');
        for (const hex of isList(encodings) ? encodings.filter((one) => typeof one === 'string') : []) {
          yield {
            ...{ name: `${group} ${hex}`, source: 'msgpack', expects: 'valid' },
            bytes: Buffer.from(hex.replaceAll('-', ''), 'hex'),
            isRight: (value) => isExpected(value, test),
          };
        }
      }
    }
  },
};

function isExpected(value: Value, test: ValueMap): boolean {
  const [kind = '', expected = null] = [...test].find(([name]) => name !== 'msgpack') ?? [];
  switch (kind) {
    case 'binary':
      return value === base64(expected);
    case 'bignum':
      return value instanceof Numeral && value.text === expected;
    case 'number':
      return value instanceof Numeral && expected instanceof Numeral && sameNumber(value, expected);
    case 'timestamp':
      return typeof value === 'string' && isList(expected) && isInstant(value, expected);
    case 'ext':
      return isExtension(value, expected);
    default:
      return same(value, expected);
  }
}

const base64 = (hex: Value) =>
  Buffer.from(typeof hex === 'string' ? hex.replaceAll('-', '') : '', 'hex').toString('base64');

function isInstant(text: string, [seconds, nanos]: readonly Value[]): boolean {
  const number = (value: Value | undefined) => (value instanceof Numeral ? Number(value.text) : Number.NaN);
  const fraction = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0');
  return Math.floor(Date.parse(text) / 1000) === number(seconds) && Number(fraction) === number(nanos);
}

/**
 * Returns whether the value represents the expected MessagePack extension. The MessagePack value must be the
 * extension's data in base64, or a map that contains this data and the type of the extension.
 */
function isExtension(value: Value, expected: Value): boolean {
  const bytes = isList(expected) ? base64(expected[1] ?? '') : '';
  return value === bytes || (isMap(value) && [...value.values()].includes(bytes));
}

export const binarySuites: readonly Suite[] = [cbor, msgpack];
