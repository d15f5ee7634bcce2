/** A refused option gets an error that says what is valid. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionNames } from '@protean/engines/runtime/options.ts';
import { ServiceError } from '../errors.ts';
import { readOptions } from './options.ts';
import type { Route } from './planner.ts';

/** One on which every option means something. */
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
  ['pages', '3,1', 'pages like 1-3,7 in rising order'],
  ['max_size', '0', 'a number of bytes above 0, or a size like 2mb'],
  ['start', 'soon', 'a number of seconds, or hh:mm:ss'],
];

for (const [field, value, valid] of wrong) {
  test(`${field}=${String(value)} must be ${valid}`, () => {
    const { code, message, details } = refusal(field, value);
    assert.equal(message, `The option "${field}" is not valid: it must be ${valid}.`);
    assert.deepEqual([code, details?.['field']], ['bad_request', field]);
  });
}

test('no option lets the words of the library through', () => {
  for (const field of optionNames) {
    assert.doesNotMatch(refusal(field, '\0').message, /expected|Invalid|Too (big|small)/);
  }
});

test('no option takes an empty field for a value', () => {
  for (const field of optionNames) assert.equal(refusal(field, '').details?.['field'], field);
});
