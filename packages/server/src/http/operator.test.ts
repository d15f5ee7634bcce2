import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireOperator } from './operator.ts';

const adminToken = 'only-the-operator-knows';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const rows = [
  ['the machine itself', {}, '127.0.0.1', {}, true],
  ['the machine itself over IPv6', {}, '::1', {}, true],
  ['the machine itself over mapped IPv4', {}, '::ffff:127.0.0.1', {}, true],
  ['another machine', {}, '192.0.2.1', {}, false],
  ['another machine over mapped IPv4', {}, '::ffff:192.0.2.1', {}, false],
  ['nobody knows who', {}, '', {}, false],
  ['a proxy on the machine that says so', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', {}, false],
  ['a proxy on the machine that is trusted', {}, '127.0.0.1', { trustProxy: ['10.0.0.0/8'] }, false],
  ['another machine with the token', bearer(adminToken), '192.0.2.1', { adminToken }, true],
  ['a proxy with the token', bearer(adminToken), '127.0.0.1', { adminToken, trustProxy: ['::1'] }, true],
  ['the machine itself with a wrong token', bearer('x'), '127.0.0.1', { adminToken }, false],
  ['the machine itself where there is no token', bearer('undefined'), '127.0.0.1', {}, false],
] as const;

for (const [who, headers, address, marks, allowed] of rows) {
  test(`${who} may ${allowed ? '' : 'not '}see it`, () => {
    const ask = () => requireOperator(headers, address, { adminToken: undefined, trustProxy: [], ...marks });
    if (allowed) ask();
    else assert.throws(ask, { status: 401, code: 'invalid_api_key' });
  });
}
