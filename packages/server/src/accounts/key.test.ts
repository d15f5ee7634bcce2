import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { systemRandom } from '../kit/secrets.ts';
import { isKeyShaped, makeKey, displayedParts } from './key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('an API key has the prefix svc_sk_, random characters and a checksum (contract §7.5)', () => {
  const key = makeKey(systemRandom);
  assert.match(key, /^svc_sk_[0-9A-Za-z]{38}$/);
  assert.ok(isKeyShaped(key));
  assert.notEqual(makeKey(systemRandom), key);
});

test('rejects an API key with a single changed character', () => {
  const key = makeKey(systemRandom);
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...alphabet), (at, character) => {
      fc.pre(key[at] !== character);
      assert.ok(!isKeyShaped(key.slice(0, at) + character + key.slice(at + 1)));
    }),
  );
});

test('rejects an API key with two adjacent characters swapped', () => {
  const key = makeKey(systemRandom);
  for (let at = 0; at < key.length - 1; at += 1) {
    if (key[at] === key[at + 1]) continue;
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2);
    assert.ok(!isKeyShaped(swapped), swapped);
  }
});

const key = makeKey(systemRandom);
const wrong = [
  '',
  'svc_sk_',
  key.toLowerCase(),
  key.toUpperCase(),
  key.slice(0, -1),
  `${key}x`,
  ` ${key}`,
  `${key}\n`,
];

for (const text of wrong) {
  test(`rejects ${JSON.stringify(text)} as an API key`, () => assert.ok(!isKeyShaped(text)));
}

test('API keys use exactly the characters of the key alphabet', () => {
  let next = 0;
  const counting = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  const drawn = Array.from({ length: 8 }, () => makeKey(counting).slice(7, -6)).join('');
  assert.deepEqual([...new Set(drawn)].sort(), [...alphabet].sort());
});

test('displays only the first 11 and the last 4 characters of an API key', () => {
  const { prefix, last4 } = displayedParts(key);
  assert.equal(prefix, key.slice(0, 11));
  assert.equal(last4, key.slice(-4));
});
