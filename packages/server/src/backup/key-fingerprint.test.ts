/** Tests that a fingerprint matches only its key, and that two fingerprints of the same key differ. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../kit/secrets.ts';
import { fingerprintOf, isKeyOf } from './key-fingerprint.ts';

test('the fingerprint of a secret key matches only the same key', async () => {
  const fingerprint = await fingerprintOf('a key', systemRandom);
  assert.equal(await isKeyOf('a key', fingerprint), true);
  assert.equal(await isKeyOf('another key', fingerprint), false);
});

test('creates a different fingerprint of the same key each time', async () => {
  const [one, other] = [
    await fingerprintOf('a key', systemRandom),
    await fingerprintOf('a key', systemRandom),
  ];
  assert.notEqual(one.salt, other.salt);
  assert.notEqual(one.scrypt, other.scrypt);
});
