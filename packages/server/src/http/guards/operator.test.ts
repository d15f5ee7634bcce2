import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireOperator } from './operator.ts';

const token = 'only-the-operator-knows';

const rows = [
  ['the token', `Bearer ${token}`, token, true],
  ['the token, as others spell it', `bearer ${token}`, token, true],
  ['nothing', undefined, token, false],
  ['another token', 'Bearer x', token, false],
  ['a part of it', `Bearer ${token.slice(1)}`, token, false],
  ['more than it', `Bearer ${token}s`, token, false],
  ['the token, not as a bearer', token, token, false],
  ['a token where there is none', 'Bearer undefined', undefined, false],
  ['nothing where there is none', undefined, undefined, false],
] as const;

for (const [what, header, adminToken, allowed] of rows) {
  test(`whoever sends ${what} may ${allowed ? '' : 'not '}see it`, () => {
    const ask = () => requireOperator(header, adminToken);
    if (allowed) ask();
    else assert.throws(ask, { status: 401, code: 'invalid_api_key' });
  });
}
