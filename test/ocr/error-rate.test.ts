/** Tests the character error rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorRate } from './error-rate.ts';

test('the character error rate counts each inserted, missing or different character as one error', () => {
  assert.equal(errorRate('abcd', 'abcd'), 0);
  assert.equal(errorRate('abcd', 'abxd'), 0.25);
  assert.equal(errorRate('abcd', 'bcde'), 0.5);
  assert.equal(errorRate('abcd', ''), 1);
});

test('the character error rate ignores differences in white space and in Unicode composition', () => {
  assert.equal(errorRate('a  b\nc', 'a b c\f'), 0);
  assert.equal(errorRate('é', 'e\u0301'), 0);
  assert.equal(errorRate('日本 の', '日 本の'), 0);
});
