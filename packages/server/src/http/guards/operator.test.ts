import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireOperator } from './operator.ts';

const token = 'only-the-operator-knows';

const rows = [
  ['the configured token', `Bearer ${token}`, token, true],
  ['the token after a lower-case scheme', `bearer ${token}`, token, true],
  ['no token', undefined, token, false],
  ['another token', 'Bearer x', token, false],
  ['a part of the token', `Bearer ${token.slice(1)}`, token, false],
  ['a longer token', `Bearer ${token}s`, token, false],
  ['the token without a scheme', token, token, false],
  ['a token if none is configured', 'Bearer undefined', undefined, false],
  ['no token if none is configured', undefined, undefined, false],
] as const;

for (const [what, header, adminToken, allowed] of rows) {
  test(`${allowed ? 'accepts' : 'rejects'} an operator's request with ${what}`, () => {
    const ask = () => requireOperator(header, adminToken);
    if (allowed) ask();
    else assert.throws(ask, { status: 401, code: 'invalid_api_key' });
  });
}
