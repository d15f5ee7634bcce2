/**
 * Tests that the OpenAPI document is valid. Tests that the checker, which compares every response with the OpenAPI
 * document, detects deviations.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ResponseChecker, type ReceivedResponse } from '../../support/api/described-responses.ts';

test('docs/openapi.yaml is a valid OpenAPI document', async () => {
  const { valid, errors } = await new Validator().validate(
    readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
  );
  assert.ok(valid, JSON.stringify(errors));
});

const headers = {
  'x-request-id': 'a',
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': '1795303061',
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
};
const live: ReceivedResponse = {
  method: 'GET',
  path: '/livez?a=1',
  status: 200,
  headers,
  body: Buffer.from('{"status":"ok"}'),
};
const refusal = Buffer.from('{"error":{"code":"bad_request","message":"no"}}');
const withoutId = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-request-id'));

const wrong: [what: string, response: Partial<ReceivedResponse>, problem: RegExp][] = [
  ['an undescribed status', { status: 201 }, /the status is not described/],
  ['a missing header', { headers: withoutId }, /X-Request-Id is missing/],
  [
    'a header that is not a number',
    { headers: { ...headers, 'x-ratelimit-limit': 'x' } },
    /X-RateLimit-Limit/,
  ],
  ['another media type', { headers: { ...headers, 'content-type': 'text/plain' } }, /the type text\/plain/],
  ['a wrong value', { body: Buffer.from('{"status":"good"}') }, /must be equal to constant/],
  ['an additional property', { body: Buffer.from('{"status":"ok","a":1}') }, /additional properties/],
  [
    'an unknown error code',
    { status: 400, body: Buffer.from('{"error":{"code":"bad","message":"no"}}') },
    /code must be/,
  ],
  ['a 429 from an endpoint without a limit', { status: 429, body: refusal }, /the status is not described/],
  ['a success at an unknown path', { path: '/nothing' }, /the status is not described/],
];
const checker = ResponseChecker.ofRepository();

for (const [what, response, problem] of wrong) {
  test(`the response checker reports ${what}`, () => {
    assert.match(checker.problemOf({ ...live, ...response }) ?? '', problem);
  });
}

const linked = {
  file_url: 'http://a/',
  size: 1,
  duration_ms: 1,
  source_format: 'csv',
  target_format: 'json',
};
const converted: Partial<ReceivedResponse> = { method: 'POST', path: '/v1/convert' };

test('the response checker does not apply the schema of the JSON result to a downloaded JSON file', () => {
  const file = { ...live, ...converted, headers: { ...headers, 'content-type': 'application/json' } };
  assert.equal(checker.problemOf({ ...file, body: Buffer.from('[1]') }), undefined);
  const result = (body: object) =>
    checker.problemOf({ ...live, ...converted, body: Buffer.from(JSON.stringify(body)) });
  assert.equal(result(linked), undefined);
  assert.match(result({ ...linked, size: '1' }) ?? '', /size must be integer/);
});

const right: Partial<ReceivedResponse>[] = [
  {},
  { method: 'HEAD', body: Buffer.alloc(0) },
  { status: 400, body: refusal },
  { path: '/nothing', status: 404, body: refusal },
  { method: 'PUT', status: 405, body: refusal },
];
for (const [n, response] of right.entries()) {
  test(`the response checker accepts a response that matches the OpenAPI document (${n + 1})`, () => {
    assert.equal(checker.problemOf({ ...live, ...response }), undefined);
  });
}
