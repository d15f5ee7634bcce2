import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantsJson } from './accept.ts';

const rows = [
  [undefined, false],
  ['*/*', false],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json;q=0.9', true],
  ['application/json;q=0', false],
  ['image/webp, application/json', true],
  // The default header of axios.
  ['application/json, text/plain, */*', false],
  ['application/json, */*;q=0', true],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
] as const;

for (const [accept, wants] of rows) {
  test(`returns ${wants ? 'JSON' : 'the file'} if the Accept header is ${accept}`, () =>
    assert.equal(wantsJson(accept), wants));
}
