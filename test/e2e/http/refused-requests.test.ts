/**
 * Requests that are refused before their conversion do not count towards the caller's limit. Refused requests have a
 * separate limit, which is 10 times the caller's limit (contract §9.10).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callTool, jsonToYaml } from '../../support/mcp/mcp.ts';
import { answerOf, type Answer } from '../../support/server/service.ts';
import { openTestApp, type TestApp } from '../../support/server/test-app.ts';

let app: TestApp;
before(async () => {
  app = await openTestApp('sqlite', {
    RATE_OVERRIDES: '{"anonymous":2,"free":2}',
    TRUST_PROXY: '127.0.0.1',
  });
});
after(() => app.close());

const source = () => new File(['{"a":1}'], 'a.json');
const damaged = () => new File(['{"a":'], 'a.json');
type Fields = Readonly<Record<string, string | File>>;

const mistakes: readonly [what: string, fields: Fields][] = [
  ['an unknown target', { file: source(), target: 'yamll' }],
  ['an unsupported route', { file: source(), target: 'mp3' }],
  ['an unknown option', { file: source(), target: 'yaml', qualty: '80' }],
  ['an invalid value', { file: source(), target: 'yaml', report: 'perhaps' }],
  ['no target', { file: source() }],
  ['no file', { target: 'yaml' }],
  ['an extension that contradicts the content', { file: new File(['%PDF-1.7\n'], 'a.png'), target: 'jpg' }],
];

async function send(
  path: string,
  fields: Fields,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return answerOf(await fetch(app.service.url + path, { method: 'POST', body, headers }));
}

const left = ({ status, headers }: Answer) => [status, headers.get('x-ratelimit-remaining')];

/**
 * For each endpoint, a function that returns the request headers of a new caller. The headers contain a new address or
 * the key of a new account.
 */
const callers = {
  '/api/convert': (n: number) => Promise.resolve({ 'X-Forwarded-For': `192.0.2.${n}` }),
  '/v1/convert': async () => ({ Authorization: `Bearer ${(await app.customer('free')).key}` }),
  '/v1/jobs': async () => ({ Authorization: `Bearer ${(await app.customer('free')).key}` }),
};

for (const [n, [path, callerOf]] of Object.entries(callers).entries()) {
  test(`counts only valid requests to ${path} towards the rate limit`, async () => {
    const caller = await callerOf(n + 1);
    const accepted = path === '/v1/jobs' ? 202 : 200;
    for (const [what, fields] of mistakes) {
      const answer = await send(path, fields, caller);
      assert.ok([400, 422].includes(answer.status), `${what}: ${answer.status}`);
      assert.equal(answer.headers.get('x-ratelimit-remaining'), '2', what);
      assert.equal(answer.headers.get('x-ratelimit-limit'), '2', what);
    }
    const good = { file: source(), target: 'yaml' };
    assert.deepEqual(left(await send(path, good, caller)), [accepted, '1']);
    assert.deepEqual(left(await send(path, { ...good, target: 'yamll' }, caller)).at(1), '1');
    assert.deepEqual(left(await send(path, good, caller)), [accepted, '0']);
    assert.deepEqual(left(await send(path, good, caller)), [429, '0']);
  });
}

test('counts the conversion of a damaged file towards the rate limit, because an engine ran', async () => {
  const caller = { 'X-Forwarded-For': '192.0.2.50' };
  const answer = await send('/api/convert', { file: damaged(), target: 'yaml' }, caller);
  assert.deepEqual([answer.error.details?.['reason'], ...left(answer)], ['truncated', 400, '1']);
});

test('counts invalid requests towards a rate limit of 2 requests only after 20 invalid requests', async () => {
  const caller = { 'X-Forwarded-For': '192.0.2.60' };
  const mistake = async () => left(await send('/api/convert', { file: source(), target: 'yamll' }, caller));
  for (let n = 0; n < 20; n += 1) assert.deepEqual(await mistake(), [400, '2'], String(n));
  assert.deepEqual(await mistake(), [400, '1']);
  assert.deepEqual(await mistake(), [400, '0']);
  assert.deepEqual(await mistake(), [429, '0']);
});

test('does not count invalid MCP tool calls towards the rate limit', async () => {
  const { key } = await app.customer('free');
  const { url } = app.service;
  const call = (given: Record<string, unknown>) => callTool(url, 'convert_file', given, { key });
  for (const [given, code] of [
    [{ target_format: 'yamll' }, 'unsupported_route'],
    [{ options: { qualty: 1 } }, 'bad_request'],
    [{ target_format: 1 }, 'bad_request'],
  ] as const)
    assert.equal((await call({ ...jsonToYaml, ...given })).failure.code, code);
  const remaining = async () => (await call(jsonToYaml)).headers.get('x-ratelimit-remaining');
  assert.deepEqual([await remaining(), await remaining()], ['1', '0']);
  assert.equal((await call(jsonToYaml)).failure.code, 'rate_limited');
});
