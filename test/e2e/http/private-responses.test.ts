/**
 * Tests that every response to a request with a key or a session contains `Cache-Control: no-store` (RFC 9111,
 * 5.2.2.5).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { inProcessFixture } from '../../support/fixtures.ts';
import { operationsOf, type DescribedApi } from '../../support/api/described-requests.ts';
import { ours, signIn } from '../../support/accounts/sessions.ts';

interface Endpoint {
  method: string;
  path: string;
  takesKey: boolean;
  takesSession: boolean;
  /** Whether the endpoint requires a key or a session. */
  requires: boolean;
}

type Security = Readonly<Record<string, unknown>>[];

const document = parse(
  readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
) as DescribedApi;

const described = operationsOf(document).map((operation): Endpoint => {
  const { method, path, security = [] } = operation as typeof operation & { security?: Security };
  // Omits the security scheme for the operator's token, because this token does not belong to an account.
  const names = security.map((one) => Object.keys(one).join()).filter((name) => name !== 'operator');
  return {
    ...{ method: method.toUpperCase(), path },
    ...{ takesKey: names.includes('bearer'), takesSession: names.includes('session') },
    requires: names.length > 0 && !names.includes(''),
  };
});

/** Pages that show the state of the session and are not in the OpenAPI document. */
const pages = ['/', '/dashboard', '/dashboard/keys', '/dashboard/jobs/{id}', '/docs', '/formats'].map(
  (path): Endpoint => ({ method: 'GET', path, takesKey: false, takesSession: true, requires: false }),
);

const service = inProcessFixture({ RATE_OVERRIDES: '{"anonymous":100000,"free":100000}' });
let browsers = 0;

/**
 * Signs in with a new account and returns the session cookie. No session is used twice, because a request may end the
 * session.
 */
async function newBrowser(): Promise<string> {
  browsers += 1;
  service.pass(3_600_000);
  return signIn(service, `private${browsers}@example.com`);
}

async function cacheControlOf({ method, path }: Endpoint, headers: Record<string, string>) {
  const url = service.url + path.replaceAll(/\{\w+\}/g, '5f0c1f3e-6a53-4a0e-8f63-6a6f4d0f2b77');
  const response = await fetch(url, { method, headers, redirect: 'manual' });
  await response.arrayBuffer();
  return { status: response.status, value: response.headers.get('cache-control') ?? '' };
}

test('the OpenAPI document describes more than 20 endpoints that require credentials', () => {
  assert.ok(described.length > 35);
  assert.ok(described.filter(({ requires }) => requires).length > 20);
});

test('sends Cache-Control: no-store for requests with a session or to private endpoints', async () => {
  const wrong: string[] = [];
  for (const endpoint of [...described, ...pages]) {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (endpoint.takesSession) {
      const Cookie = await newBrowser();
      const { status, value } = await cacheControlOf(endpoint, { Cookie, ...ours });
      assert.notEqual(status, 401, name);
      if (!/\bno-store\b/.test(value)) wrong.push(`${name}: ${status} ${value}`);
    }
    if (!endpoint.requires) continue;
    const anonymous = await cacheControlOf(endpoint, {});
    if (!/\bno-store\b/.test(anonymous.value))
      wrong.push(`${name} without credentials: ${anonymous.status} ${anonymous.value}`);
  }
  assert.deepEqual(wrong, []);
});

test('sends Cache-Control: no-store for GET requests with an API key', async () => {
  const Cookie = await newBrowser();
  const created = await fetch(`${service.url}/v1/keys`, {
    method: 'POST',
    body: JSON.stringify({ name: 'a' }),
    headers: { Cookie, ...ours, 'Content-Type': 'application/json' },
  });
  const [key = ''] = /svc_sk_\w+/.exec(await created.text()) ?? [];
  assert.notEqual(key, '');
  const wrong: string[] = [];
  // Sends only GET requests, because other requests could revoke the key.
  for (const endpoint of described.filter(({ method, takesKey }) => takesKey && method === 'GET')) {
    const { status, value } = await cacheControlOf(endpoint, { Authorization: `Bearer ${key}` });
    assert.notEqual(status, 401, endpoint.path);
    if (!/\bno-store\b/.test(value)) wrong.push(`${endpoint.path}: ${status} ${value}`);
  }
  assert.deepEqual(wrong, []);
});
