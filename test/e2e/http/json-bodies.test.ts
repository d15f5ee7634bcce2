/** The API returns 400 `bad_request` with the field's name for invalid JSON bodies (contract §11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../support/server/admin.ts';
import { closing, fixture } from '../../support/fixtures.ts';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { messagesIn } from '../../support/accounts/messages.ts';
import { answerOf } from '../../support/server/service.ts';

const service = fixture(async (stack) => {
  const settings = { RATE_OVERRIDES: '{"anonymous":100000,"hobby":100000}' };
  const started = closing(stack, await startInProcess(settings));
  const { api_key: key } = await makeAccount(started.env, 'ada@example.com', 'hobby');
  return { ...started, key };
});

const json = 'application/json';
const email = (address: unknown) => JSON.stringify({ email: address });

const rows: [path: string, what: string, type: string | undefined, body: string | Buffer, field?: string][] =
  [
    ['/v1/keys/free', 'a missing body', undefined, '', 'email'],
    ['/v1/keys/free', 'invalid JSON', json, '{'],
    ['/v1/keys/free', 'invalid UTF-8', json, Buffer.from([0x7b, 0xff, 0xfe])],
    ['/v1/keys/free', 'a list', json, '[]'],
    ['/v1/keys/free', 'a string', json, '"a@example.com"'],
    ['/v1/keys/free', 'null', json, 'null'],
    ['/v1/keys/free', 'a missing content type', undefined, email('a@example.com'), 'Content-Type'],
    ['/v1/keys/free', 'the content type text/plain', 'text/plain', email('a@example.com'), 'Content-Type'],
    ['/v1/keys/free', 'a form', 'application/x-www-form-urlencoded', 'email=a@example.com', 'Content-Type'],
    ['/v1/keys/free', 'an empty object', json, '{}', 'email'],
    ['/v1/keys/free', 'a number as email address', json, email(1), 'email'],
    ['/v1/keys/free', 'null as email address', json, email(null), 'email'],
    ['/v1/keys/free', 'a list of email addresses', json, email(['a@example.com']), 'email'],
    [
      '/v1/keys/free',
      'two email addresses in one string',
      json,
      email('a@example.com, b@example.com'),
      'email',
    ],
    ['/v1/keys/free', 'an invalid email address', json, email('ada'), 'email'],
    ['/v1/keys/free', 'an empty email address', json, email(''), 'email'],
    [
      '/v1/keys/free',
      'an email address with an injected header',
      json,
      email('a@example.com\r\nBcc: b@example.com'),
      'email',
    ],
    [
      '/v1/keys/free',
      'an email address with an injected recipient',
      json,
      email('a@example.com\nb@example.com'),
      'email',
    ],
    [
      '/v1/keys/free',
      'an email address with a display name',
      json,
      email('"Bcc: b@example.com" <a@example.com>'),
      'email',
    ],
    ['/v1/keys/free', 'an email address with a NUL character', json, email('a\u0000@example.com'), 'email'],
    ['/v1/keys/free', 'a very long email address', json, email(`${'a'.repeat(250)}@example.com`), 'email'],
    ['/v1/keys/free', 'an unknown field', json, '{"email":"a@example.com","plan":"growth"}', 'plan'],
    [
      '/v1/keys/free',
      'a field named __proto__',
      json,
      '{"email":"a@example.com","__proto__":{"x":1}}',
      '__proto__',
    ],
    ['/v1/keys/free', 'a body that is too large', json, email('a'.repeat(20_000))],
    ['/v1/keys', 'a missing name', json, '{}', 'name'],
    ['/v1/keys', 'an empty name', json, '{"name":""}', 'name'],
    ['/v1/keys', 'a name of two lines', json, '{"name":"a\\nb"}', 'name'],
    ['/v1/keys', 'a long name', json, JSON.stringify({ name: 'x'.repeat(101) }), 'name'],
    ['/v1/keys/rotate', 'a negative grace period', json, '{"grace_seconds":-1}', 'grace_seconds'],
    ['/v1/keys/rotate', 'a grace period above a week', json, '{"grace_seconds":604801}', 'grace_seconds'],
    ['/v1/keys/rotate', 'a grace period of half a second', json, '{"grace_seconds":0.5}', 'grace_seconds'],
    ['/v1/keys/rotate', 'a string as grace period', json, '{"grace_seconds":"60"}', 'grace_seconds'],
    ['/v1/keys/rotate', 'an unknown field', json, '{"grace":60}', 'grace'],
  ];

for (const [path, what, type, body, field] of rows) {
  test(`POST ${path} rejects ${what}`, async () => {
    const headers = { Authorization: `Bearer ${service.key}`, ...(type ? { 'Content-Type': type } : {}) };
    const init = { method: 'POST', headers, body: Buffer.from(body) };
    const answer = await answerOf(await fetch(service.url + path, init));
    assert.equal(answer.status, 400, answer.body.toString());
    assert.equal(answer.error.code, 'bad_request');
    assert.equal(answer.error.details?.['field'], field, answer.error.message);
    if (field) assert.ok(answer.error.message?.includes(field));
  });
}

test('invalid requests for API keys send no email and revoke no key', async () => {
  assert.deepEqual(await messagesIn(service.dataDir), []);
  const headers = { Authorization: `Bearer ${service.key}` };
  assert.equal((await fetch(`${service.url}/v1/keys`, { headers })).status, 200);
});
