/** Tests the rate limit for requests without an API key, and the headers of every response (contract §9.2, §9.6). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, post, startService, type Answer } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const service = serviceFixture({ RATE_OVERRIDES: '{}', TRUST_PROXY: '127.0.0.1' });

const get = async (path: string, init: RequestInit = {}) => answerOf(await fetch(service.url + path, init));

/** Returns the header in which a trusted proxy sends the client's address. No two tests use the same client address. */
const as = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/**
 * Sends a request that the server rejects because the email address is missing. Unlike a rejected conversion request, a
 * rejected request for a key counts towards the rate limit.
 */
const asked = (address: string) =>
  get('/v1/keys/free', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json', ...as(address).headers },
  });

function assertHeaders({ headers }: Answer, what: string, limit = '5'): void {
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, what);
  assert.equal(headers.get('x-ratelimit-limit'), limit, what);
  assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d\d?$/, what);
  const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  assert.ok(reset > 0 && reset <= 61, `${what}: resets in ${reset} s`);
}

test('returns 429 with Retry-After for the sixth request in a minute (contract §9.2)', async () => {
  const form = (): [string, File | string][] => [
    ['file', new File(['# x'], 'a.md')],
    ['target', 'html'],
  ];
  const answers: Answer[] = [];
  for (let n = 0; n < 6; n += 1) answers.push(await post(`${service.url}/api/convert`, form()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 429],
  );
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
    ['4', '3', '2', '1', '0', '0'],
  );
  const { headers, error } = answers[5] ?? assert.fail();
  assert.equal(error.code, 'rate_limited');
  const wait = Number(headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60);
  assert.deepEqual(error.details, { limit: 5, retry_after: wait });
  assert.equal(answers[4]?.headers.get('retry-after'), null, 'Retry-After only on 429');
});

test('admits exactly 5 of 20 concurrent requests if the limit is 5', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => asked('192.0.2.20')));
  assert.equal(answers.filter(({ status }) => status === 400).length, 5);
  assert.equal(answers.filter(({ status }) => status === 429).length, 15);
});

test('returns 429 for a large upload if the rate limit is used up', async () => {
  for (let n = 0; n < 5; n += 1) await asked('192.0.2.30');
  const body = new FormData();
  body.append('file', new File([new Uint8Array(20_000_000)], 'a.png'));
  const refused = await answerOf(
    await fetch(`${service.url}/api/convert`, { method: 'POST', body, ...as('192.0.2.30') }),
  );
  assert.equal(refused.status, 429);
});

test('limits read requests to 60 per minute, separately from conversions (contract §2.5)', async () => {
  const from = as('192.0.2.40');
  const remaining = ({ headers }: Answer) => headers.get('x-ratelimit-remaining');
  for (let n = 0; n < 5; n += 1) await asked('192.0.2.40');
  assert.equal((await asked('192.0.2.40')).status, 429, 'no conversion is left');
  const form = new FormData();
  form.append('file', new File(['{}'], 'a.json'));
  const detected = await get('/v1/detect', { method: 'POST', body: form, ...from });
  assert.deepEqual([detected.status, remaining(detected)], [200, '59']);
  assert.equal(remaining(await get('/v1/plans', from)), '58');
  assert.equal(remaining(await get('/verify', from)), '57');
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => get('/v1/formats?source=png&target=jpg', from)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([answers.length - refused.length, refused.length], [57, 3]);
  const { headers, error } = refused[0] ?? assert.fail();
  assert.deepEqual([headers.get('x-ratelimit-limit'), remaining({ headers } as Answer)], ['60', '0']);
  assert.equal(error.details?.['retry_after'], Number(headers.get('retry-after')));
  assert.equal((await get('/v1/plans', as('192.0.2.41'))).status, 200, 'another address');
});

test('RATE_OVERRIDES sets the limit for read requests', async () => {
  const strict = await startService({ RATE_OVERRIDES: '{"anonymous":9,"reading":1}' });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await fetch(`${strict.url}/v1/plans`)).status);
    assert.deepEqual(statuses, [200, 429]);
  } finally {
    await strict.close();
  }
});

const requests: [string, string, RequestInit, number, limit?: string][] = [
  ['an unknown path', '/nix', {}, 404],
  ['an unknown path below v1', '/v1/nix?x=1', { method: 'POST' }, 404],
  ['an unsupported method', '/api/convert', { method: 'GET' }, 405],
  ['an unsupported method with a body', '/v1/formats', { method: 'PUT', body: 'x' }, 405],
  ['a malformed form', '/api/convert', { method: 'POST', body: 'x' }, 400],
  ['the list of formats', '/v1/formats', {}, 200, '60'],
  ['a HEAD request', '/v1/formats', { method: 'HEAD' }, 200, '60'],
  ['the liveness check', '/livez', {}, 200],
  ['the readiness check', '/readyz', {}, 200],
  ['a malformed path', '/%zz', {}, 400],
];

for (const [n, [what, path, init, status, limit]] of requests.entries()) {
  test(`returns ${status} with the common response headers for ${what}`, async () => {
    const answer = await get(path, { ...init, ...as(`198.51.100.${n + 1}`) });
    assert.equal(answer.status, status);
    assertHeaders(answer, what, limit);
    if (status >= 400) assert.ok(answer.error.code && answer.error.message, 'the envelope');
    if (status === 405) assert.ok(answer.headers.get('allow'));
  });
}

test('ignores X-Forwarded-For and X-Request-Id from a client that is not a trusted proxy', async () => {
  const untrusted = await startService({ RATE_OVERRIDES: '{"reading":2}' });
  try {
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const headers = { 'X-Forwarded-For': address, 'X-Request-Id': 'mine' };
      const response = await fetch(`${untrusted.url}/v1/formats`, { headers });
      statuses.push(response.status);
      assert.notEqual(response.headers.get('x-request-id'), 'mine');
      await response.arrayBuffer();
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  } finally {
    await untrusted.close();
  }
});
