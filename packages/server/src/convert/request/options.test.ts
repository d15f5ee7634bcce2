/** Tests that an error for an invalid option states the valid values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepable } from '@protean/engines/contract/keepable.ts';
import {
  optionNames,
  optionRows,
  optionSchema,
  requestOptionNames,
  type OptionName,
} from '@protean/engines/contract/options.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ServiceError } from '../../errors.ts';
import { readOptions, readRequestOption, readRequestOptions } from './options.ts';
import type { Route } from '../catalogue/planner.ts';

/** A route that accepts every option. */
const route: Route = { source: 'a', target: 'b', steps: [], loses: [], options: optionNames };

function refusal(field: string, value: unknown): ServiceError {
  try {
    readOptions({ [field]: value }, route);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return assert.fail(`${field}=${String(value)} was taken`);
}

const wrong: [field: string, value: unknown, valid: string][] = [
  ['width', '99999999999999999999', 'a whole number from 1 to 16384'],
  ['width', '10.5', 'a whole number from 1 to 16384'],
  ['quality', '', 'a whole number from 1 to 100'],
  ['indent', '', 'a whole number from 0 to 8'],
  ['level', ' ', 'a whole number from 0 to 9'],
  ['lossless', 'perhaps', 'true or false'],
  ['fit', 'snug', 'one of inside, contain, cover, fill'],
  ['page', 'none', 'a whole number from 1 to 100000, or all'],
  ['pages', '3,1', 'pages like 1-3,7 in ascending order'],
  ['max_size', '0', 'a number of bytes above 0, or a size like 2mb'],
  [
    'bitrate',
    '192q',
    'a whole number of kilobits per second from 8 to 100000, a larger number in bits per second, or a value like 192k or 1.5m',
  ],
  ['start', 'soon', 'a number of seconds, or hh:mm:ss'],
];

for (const [field, value, valid] of wrong) {
  test(`rejects ${field}=${String(value)}, because the option ${field} must be ${valid}`, () => {
    const { code, message, details } = refusal(field, value);
    assert.equal(message, `The option "${field}" is not valid: it must be ${valid}.`);
    assert.deepEqual([code, details?.['field']], ['bad_request', field]);
  });
}

const lenient: [field: OptionName, value: unknown, read: number][] = [
  ['bitrate', 192, 192],
  ['bitrate', '192', 192],
  ['bitrate', '192k', 192],
  ['bitrate', '192 kbps', 192],
  ['bitrate', '192000', 192],
  ['bitrate', 192_000, 192],
  ['bitrate', '1.5M', 1500],
  ['bitrate', '2k', 8],
  ['max_size', '2mb', 2_000_000],
  ['max_size', '2 MiB', 2_097_152],
  ['max_size', '1.5k', 1500],
];

for (const [field, value, read] of lenient) {
  test(`reads the option ${field}=${String(value)} as ${read}`, () => {
    assert.equal(readOptions({ [field]: value }, route)[field], read);
  });
}

test('an error about an invalid option never contains a message from the validation library', () => {
  for (const field of optionNames) {
    assert.doesNotMatch(refusal(field, '\0').message, /expected|Invalid|Too (big|small)/);
  }
});

test('rejects an empty value for every option', () => {
  for (const field of optionNames) assert.equal(refusal(field, '').details?.['field'], field);
});

/** Values of every kind, at and beyond the limits of the options. */
const values: readonly unknown[] = [
  ...[-1, 0, 0.5, 1, 8, 9, 17, 18, 100, 101, 600, 601, 16_384, 16_385, 100_001, 10 ** 12],
  ...[
    '',
    ' ',
    '0',
    '1',
    '12',
    '1.5',
    '0mb',
    '2mb',
    '2 KB',
    '2tb',
    '2 MiB',
    '2i',
    '192k',
    '192 kbps',
    '0.5M',
    '192kb',
    '1-3,7',
    '1-',
    '1,,2',
    '00:01:02',
    '1:2:3:4',
  ],
  ...[
    'all',
    'a4',
    'white',
    '#fff',
    'fff',
    '#ffff',
    'h264',
    'utf-8',
    'comma',
    'row',
    '1row',
    'a b',
    'a\nb',
    '\0',
  ],
  ...[
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(128),
    'x'.repeat(129),
    '1,'.repeat(100) + '1',
    'x'.repeat(2001),
  ],
  ...[true, false, null, [], [1], {}],
];

test('an option accepts exactly the values that its JSON schema accepts', () => {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  for (const name of optionNames) {
    const isDescribed = ajv.compile(optionSchema(name));
    for (const value of values) {
      const isTaken = optionRows[name].type.safeParse(value).success;
      // A JSON schema cannot describe which strings are valid JSON.
      const isJsonText = optionSchema(name)['contentMediaType'] === 'application/json';
      if (isJsonText && typeof value === 'string' && !isTaken) continue;
      assert.equal(isTaken, isDescribed(value), `${name}: ${JSON.stringify(value)}`);
    }
  }
});

test('converts a value to the type of its option', () => {
  const given = {
    quality: '80',
    width: ' 12.0 ',
    lossless: 'yes',
    page: '3',
    start: 90,
    sheet: 2,
    root: 'true',
  };
  const read = { quality: 80, width: 12, lossless: true, page: 3, start: 90, sheet: '2', root: 'true' };
  assert.deepEqual(readOptions(given, route), read);
});

test('request options that a request does not set have their default values', () => {
  const defaults = { isolation_group: undefined, combine: false, report: false, must_keep: [] };
  assert.deepEqual(readRequestOptions({ quality: 'best' }), defaults);
  assert.deepEqual(Object.keys(defaults), requestOptionNames);
});

test('reads request options from strings and from typed values', () => {
  const given = {
    isolation_group: 'a@b',
    combine: 'true',
    report: true,
    must_keep: 'tables, Links,animation',
  };
  const read = { ...given, combine: true, must_keep: ['tables', 'links', 'animation'] };
  assert.deepEqual(readRequestOptions(given), read);
});

test('rejects an unknown name in must_keep and lists allowed names in the error', () => {
  for (const given of ['tables,beauty', '', 7]) {
    assert.throws(
      () => readRequestOption({ must_keep: given }, 'must_keep'),
      ({ status, message, details }: ServiceError) => {
        const name = given === 'tables,beauty' ? 'beauty' : given;
        assert.equal(
          message,
          `The option "must_keep" is not valid: unknown name "${name}". Allowed: ${keepable.slice(0, 3).join(', ')} and ${keepable.length - 3} others (details.allowed).`,
        );
        assert.deepEqual([status, details?.['field'], details?.['allowed']], [400, 'must_keep', keepable]);
        return true;
      },
    );
  }
});

test('rejects an invalid request option, and states the valid values in the error', () => {
  assert.throws(
    () => readRequestOption({ report: 'maybe' }, 'report'),
    ({ message, details }: ServiceError) => {
      assert.equal(message, 'The option "report" is not valid: it must be true or false.');
      assert.deepEqual(details?.['allowed'], optionSchema('report'));
      return true;
    },
  );
});
