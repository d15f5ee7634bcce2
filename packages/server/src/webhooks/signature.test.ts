import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { signatureOf } from './signature.ts';

test('returns the same webhook signature as OpenSSL', () => {
  // printf %s whsec_test | sha256sum; printf '1700000000.{"a":"é"}' | openssl dgst -sha256 -hmac <that>
  const key = '609b97b03239401be8235dd68f4a53ea4e32183a775fb958b1c745e173586d73';
  assert.equal(
    signatureOf({ key, at: 1_700_000_000, body: '{"a":"é"}' }),
    't=1700000000,v1=08025b510d10f147f79c0555ce7b77bf29f6b28c0911e2c1d12a2b33c04f230c',
  );
});

test('a webhook signature equals the signature that a receiver computes from the secret', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.uint8Array(), (secret, at, bytes) => {
      const key = createHash('sha256').update(secret).digest('hex');
      const message = Buffer.concat([Buffer.from(`${at}.`), bytes]);
      const v1 = createHmac('sha256', Buffer.from(key, 'ascii')).update(message).digest('hex');
      assert.equal(signatureOf({ key, at, body: Buffer.from(bytes) }), `t=${at},v1=${v1}`);
    }),
  );
});
