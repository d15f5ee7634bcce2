import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Encryption } from './encryption.ts';
import { systemRandom } from './secrets.ts';

const encryption = new Encryption('a secret', systemRandom);

test('encrypts a text to a ciphertext that does not contain the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8 }), (text) => {
      const encrypted = encryption.encrypt(text, 'row 1');
      assert.equal(encryption.decrypt(encrypted, 'row 1'), text);
      assert.ok(!Buffer.from(encrypted, 'base64url').includes(Buffer.from(text)));
    }),
  );
});

test('encrypts the same text differently each time', () => {
  assert.notEqual(encryption.encrypt('text', 'row 1'), encryption.encrypt('text', 'row 1'));
});

test('rejects a ciphertext that was altered or made for another row or with another secret', () => {
  const encrypted = encryption.encrypt('text', 'row 1');
  assert.throws(() => encryption.decrypt(encrypted, 'row 2'));
  assert.throws(() => new Encryption('another secret', systemRandom).decrypt(encrypted, 'row 1'));
  const bytes = Buffer.from(encrypted, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    assert.throws(() => encryption.decrypt(altered.toString('base64url'), 'row 1'), `byte ${at}`);
  }
  assert.throws(() => encryption.decrypt('', 'row 1'));
  assert.throws(() => encryption.decrypt(bytes.subarray(0, 20).toString('base64url'), 'row 1'));
});

test('returns the same keyed digest if and only if text, database row and secret are the same', () => {
  const digest = encryption.keyedDigest('text', 'row 1');
  assert.equal(encryption.keyedDigest('text', 'row 1'), digest);
  const others = [
    encryption.keyedDigest('text 2', 'row 1'),
    encryption.keyedDigest('text', 'row 2'),
    encryption.keyedDigest('1', 'row 1 text'),
    new Encryption('another secret', systemRandom).keyedDigest('text', 'row 1'),
  ];
  assert.equal(new Set([digest, ...others]).size, 5);
});
