/**
 * Tests that the server responds only to requests for its own host names. The server checks the Host header and the
 * host in the request target, and ignores forwarding headers.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isComplete, rawRequest } from '../../support/server/raw-requests.ts';
import { inProcessFixture } from '../../support/fixtures.ts';
import { startInProcess } from '../../support/server/in-process-service.ts';

interface HostAnswer {
  status: number;
  head: string;
  error: { code?: string; message?: string; details?: Record<string, unknown> };
}

/** Sends a request with exactly these lines and returns the response. */
async function send(url: string, lines: readonly string[]): Promise<HostAnswer> {
  const answer = await rawRequest(url, [`${lines.join('\r\n')}\r\n\r\n`], isComplete);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  const { error = {} } = JSON.parse(body) as { error?: HostAnswer['error'] };
  return { status, head, error };
}

const ask = (url: string, host: string, path = '/v1/plans') =>
  send(url, [`GET ${path} HTTP/1.1`, `Host: ${host}`]);

function assertRefused({ status, head, error }: HostAnswer, what: string): void {
  assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', 'Host'], what);
  for (const name of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Content-Type-Options'])
    assert.match(head, new RegExp(`^${name}: \\S`, 'im'), what);
}

const settings = { RATE_OVERRIDES: '{"anonymous":100000}' };

/** Host headers that every listener rejects, regardless of the settings. */
const neverOurs = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'user@127.0.0.1',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  'localhost:80:80',
  'localhost:65536',
  'localhost:x',
  'localhost/',
  'localhost..',
  '%6cocalhost',
  '[::1',
  '[::1%25lo]',
  '[]',
  '.',
  '',
];

describe('a listener on a loopback address checks the Host header', () => {
  const service = inProcessFixture({
    ...settings,
    BASE_URL: 'https://convert.example.com/',
    ALLOWED_HOSTS: 'Other.example, bücher.example, 203.0.113.7, [2001:db8::7]',
  });

  for (const host of [
    'convert.example.com',
    'convert.example.com:443',
    'CONVERT.Example.com',
    'convert.example.com.',
    'other.example:1234',
    'xn--bcher-kva.example',
    '203.0.113.7',
    '[2001:DB8:0::7]:80',
    'localhost',
    'LOCALHOST:1',
    'localhost.',
    '127.0.0.1',
    '127.99.0.1:49152',
    '[::1]',
    '[0:0::1]:8080',
    '[::ffff:127.0.0.1]',
  ])
    test(`accepts the Host header ${host}`, async () =>
      assert.equal((await ask(service.url, host)).status, 200));

  for (const host of [
    ...neverOurs,
    '203.0.113.8',
    '[2001:db8::8]',
    '10.0.0.1',
    'example.com',
    'a.convert.example.com',
  ])
    test(`returns 400 for the Host header ${host}`, async () =>
      assertRefused(await ask(service.url, host), host));

  test('returns 400 for a non-ASCII host name', async () =>
    assertRefused(await ask(service.url, 'bücher.example'), 'IDN'));

  test('rejects an unknown Host header even if the path does not exist', async () =>
    assertRefused(await ask(service.url, 'evil.example', '/nothing'), 'no path'));

  test('does not count requests with an unknown Host header towards the rate limit', async () => {
    const remaining = (answer: HostAnswer) => /^x-ratelimit-remaining: (\d+)/im.exec(answer.head)?.[1];
    const first = await ask(service.url, 'evil.example');
    assert.equal(remaining(await ask(service.url, 'evil.example')), remaining(first));
  });

  test('returns 400 for an HTTP/1.1 request with two Host headers or none', async () => {
    const two = ['GET /v1/plans HTTP/1.1', 'Host: localhost', 'Host: localhost'];
    assertRefused(await send(service.url, two), 'two');
    assertRefused(await send(service.url, ['GET /v1/plans HTTP/1.1', 'Accept: */*']), 'none');
    assertRefused(await send(service.url, ['GET /livez HTTP/1.1', 'Host: a', 'Host: b']), 'two for health');
  });

  test('checks the Host header of an HTTP/1.0 request only if the header is present', async () => {
    assert.equal((await send(service.url, ['GET /v1/plans HTTP/1.0'])).status, 200);
    assertRefused(await send(service.url, ['GET /v1/plans HTTP/1.0', 'Host: evil.example']), 'foreign');
  });

  test('checks both the host in an absolute request target and the Host header', async () => {
    const at = (target: string, host: string) =>
      send(service.url, [`GET ${target} HTTP/1.1`, `Host: ${host}`]);
    assert.equal((await at('http://localhost:1/v1/plans', 'localhost')).status, 200);
    assertRefused(await at('http://evil.example/v1/plans', 'localhost'), 'target');
    assertRefused(await at('http://localhost/v1/plans', 'evil.example'), 'host');
    assertRefused(await at('http://localhost@evil.example/v1/plans', 'localhost'), 'userinfo');
  });

  test('ignores the headers X-Forwarded-Host, Forwarded and X-Host', async () => {
    const forwarded = (name: string, host: string) =>
      send(service.url, ['GET /v1/plans HTTP/1.1', `Host: ${host}`, name]);
    for (const name of ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost', 'X-Host: localhost'])
      assertRefused(await forwarded(name, 'evil.example'), name);
    assert.equal((await forwarded('X-Forwarded-Host: evil.example', 'localhost')).status, 200);
  });

  test('accepts any Host header at /livez and /readyz', async () => {
    for (const path of ['/livez', '/readyz'])
      for (const host of ['evil.example', '10.0.0.1:80', ''])
        assert.equal((await ask(service.url, host, path)).status, 200, `${path} for ${host}`);
  });
});

describe('a listener on a public address checks the Host header', () => {
  const statuses = async (env: Record<string, string>, hosts: readonly string[]) => {
    const service = await startInProcess({ ...settings, HOST: '0.0.0.0', ...env });
    const url = service.url.replace('0.0.0.0', '127.0.0.1');
    try {
      const answers = await Promise.all(hosts.map((host) => ask(url, host)));
      return Object.fromEntries(hosts.map((host, n) => [host, answers[n]?.status]));
    } finally {
      await service.close();
    }
  };

  const hosts = [
    '10.1.2.3:8080',
    '[2001:db8::1]',
    '127.0.0.1',
    'localhost:8080',
    'evil.example',
    'ours.example',
  ];

  test('without BASE_URL, accepts any IP address as host, because DNS rebinding needs a host name', async () => {
    assert.deepEqual(await statuses({}, [...hosts, ...neverOurs]), {
      ...Object.fromEntries(neverOurs.map((host) => [host, 400])),
      ...{ '10.1.2.3:8080': 200, '[2001:db8::1]': 200, '127.0.0.1': 200, 'localhost:8080': 200 },
      ...{ 'evil.example': 400, 'ours.example': 400 },
    });
  });

  test('accepts only the hosts in BASE_URL and ALLOWED_HOSTS if BASE_URL is set', async () => {
    const env = { BASE_URL: 'http://ours.example:8080', ALLOWED_HOSTS: 'localhost' };
    assert.deepEqual(await statuses(env, hosts), {
      ...{ '10.1.2.3:8080': 400, '[2001:db8::1]': 400, '127.0.0.1': 400, 'localhost:8080': 200 },
      ...{ 'evil.example': 400, 'ours.example': 200 },
    });
  });
});

test('returned URLs contain the host of the request if BASE_URL is not set', async () => {
  const service = await startInProcess(settings);
  try {
    const { port } = new URL(service.url);
    for (const [host, other] of [
      ['127.0.0.1', 'localhost'],
      ['localhost', '127.0.0.1'],
    ] as const)
      for (const path of ['/docs', '/json-to-yaml', '/llms.txt', '/openapi.json', '/openapi.yaml']) {
        const text = await (await fetch(`http://${host}:${port}${path}`)).text();
        assert.ok(text.includes(`http://${host}:${port}`), `${path} at ${host}`);
        assert.ok(!text.includes(`http://${other}:${port}`), `${path} at ${host}`);
      }
  } finally {
    await service.close();
  }
});
