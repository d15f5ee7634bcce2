import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../errors.ts';
import { fingerprint, readIdempotencyKey, type FingerprintPayload } from './idempotency-key.ts';

for (const key of ['a', 'A-z_0.9:+/', 'x'.repeat(128), undefined]) {
  test(`accepts the idempotency key ${key}`, () => assert.equal(readIdempotencyKey(key), key));
}

for (const key of ['', 'x'.repeat(129), 'a b', 'ä', 'a,b', 'a\tb', 'a"b', '{a}']) {
  test(`rejects the idempotency key ${JSON.stringify(key.slice(0, 20))} with 400`, () =>
    assert.throws(
      () => readIdempotencyKey(key),
      (error) => error instanceof ServiceError && error.status === 400 && error.code === 'bad_request',
    ));
}

const payload: FingerprintPayload = {
  target: 'pdf',
  extension: 'md',
  options: { toc: 'true', paper: 'a4' },
  digest: 'd',
};

test('the fingerprint of a request ignores the order of options and an empty source format', () => {
  const same = { ...payload, source: '', options: { paper: 'a4', toc: 'true' } };
  assert.equal(fingerprint('/v1/convert', payload), fingerprint('/v1/convert', same));
});

const others: [string, Partial<FingerprintPayload>][] = [
  ['target', { target: 'docx' }],
  ['source', { source: 'md' }],
  ['extension', { extension: 'txt' }],
  ['option', { options: { toc: 'true', paper: 'a5' } }],
  ['webhook_url', { webhookUrl: 'https://example.com/' }],
  ['file', { digest: 'e' }],
];

for (const [what, other] of others) {
  test(`returns a different fingerprint for a request with a different ${what}`, () =>
    assert.notEqual(
      fingerprint('/v1/convert', { ...payload, ...other }),
      fingerprint('/v1/convert', payload),
    ));
}

test('returns a different fingerprint for a request to a different endpoint', () =>
  assert.notEqual(fingerprint('/v1/convert', payload), fingerprint('/v1/jobs', payload)));

test('gives two requests the same fingerprint if and only if the payloads are the same', () => {
  const field = fc.string({ maxLength: 4 });
  const some = fc.record({
    target: field,
    source: field,
    extension: field,
    webhookUrl: field,
    digest: field,
  });
  fc.assert(
    fc.property(some, some, field, field, (a, b, left, right) => {
      const one = fingerprint('e', { ...a, options: { [left]: right } });
      const two = fingerprint('e', { ...b, options: { [left]: right } });
      assert.equal(one === two, JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});
