/** Tests which endpoints of the OpenAPI document accept a session (contract §7.8). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { inProcessFixture } from '../../support/fixtures.ts';
import { answerOf } from '../../support/server/service.ts';
import { ours, signIn } from '../../support/accounts/sessions.ts';

type Security = Readonly<Record<string, string[]>>[];

interface Document {
  paths: Record<string, Record<string, { security?: Security }>>;
}

const file = new URL('../../../docs/openapi.yaml', import.meta.url);
const document = parse(readFileSync(file, 'utf8')) as Document;

const both = 'a key or a session';
const nothing = 'nothing';

/**
 * Endpoints below /v1/ that accept other credentials than "a key or a session". Each entry states the accepted
 * credentials.
 */
const exceptions: readonly [route: string, takes: string][] = [
  ['post /v1/keys/free', nothing],
  ['post /v1/sessions', nothing],
  ['delete /v1/sessions/current', 'nothing, a key or a session'],
  ['delete /v1/account', 'a session'],
  // The upload needs no credentials, because the signature in its URL authorizes the request.
  ['put /v1/uploads/{id}', nothing],
  // The list of supported tus extensions is public.
  ['options /v1/uploads', nothing],
  ['get /v1/plans', 'nothing or a key'],
  ['get /v1/formats', 'nothing or a key'],
  ['get /v1/formats/{ext}', 'nothing or a key'],
  ['get /v1/formats/{source}/{target}', 'nothing or a key'],
  ['post /v1/detect', 'nothing, a key or a session'],
];

const describe = (security: Security = []) => {
  const names = security.map((one) => Object.keys(one).sort().join('+') || 'nothing');
  if (names.length === 0) return nothing;
  const words = names.map((name) => ({ bearer: 'a key', session: 'a session' })[name] ?? name);
  const [last = ''] = words.slice(-1);
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
};

const routes = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      ...{ method: method.toUpperCase(), path, takes: describe(security) },
      name: `${method} ${path}`,
    })),
  );

test('every endpoint below /v1/, except for a fixed list of endpoints, requires an API key or a session', () => {
  assert.ok(routes.length > 20);
  const expected = new Map(exceptions);
  assert.deepEqual(
    Object.fromEntries(routes.map(({ name, takes }) => [name, takes])),
    Object.fromEntries(routes.map(({ name }) => [name, expected.get(name) ?? both])),
  );
  assert.deepEqual(
    exceptions.map(([name]) => name).filter((name) => !routes.some((route) => route.name === name)),
    [],
    'listed and gone',
  );
});

const service = inProcessFixture({ RATE_OVERRIDES: '{"anonymous":100000,"free":100000}' });
let browsers = 0;

/**
 * Signs in to a new account and returns the cookie. Each test needs a new account, because a test may end the session.
 */
async function newBrowser(): Promise<string> {
  browsers += 1;
  // Moves the clock by an hour, because each IP address may sign up only a limited number of times per hour.
  service.pass(3_600_000);
  return signIn(service, `browser${browsers}@example.com`);
}

const call = async (method: string, path: string, headers: Record<string, string>) =>
  answerOf(
    await fetch(service.url + path.replaceAll(/\{\w+\}/g, '5f0c1f3e-6a53-4a0e-8f63-6a6f4d0f2b77'), {
      method,
      headers,
    }),
  );

for (const { method, path, takes, name } of routes.filter((route) => route.takes.includes('session'))) {
  test(`the endpoint ${name} accepts a session, but refuses changes from another site`, async () => {
    const Cookie = await newBrowser();
    if (!['GET', 'HEAD'].includes(method)) {
      for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://example.org' }]) {
        const refused = await call(method, path, { Cookie, ...headers });
        assert.deepEqual([refused.status, refused.error.code], [403, 'bad_request'], takes);
      }
    }
    const answer = await call(method, path, { Cookie, ...ours });
    assert.ok(![401, 403].includes(answer.status), `${answer.status}: ${answer.body.toString()}`);
  });
}

test('an endpoint that does not accept sessions ignores the session cookie', async () => {
  const Cookie = await newBrowser();
  const limits = async (headers: Record<string, string>) =>
    (await call('GET', '/v1/plans', headers)).headers.get('x-ratelimit-limit');
  assert.equal(await limits({ Cookie }), await limits({}));
});
