/**
 * With INSTALLATION=private, requests without a key belong to the account `local`, except requests from pages of other
 * sites (contract §14.5, §14.6).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLocalAccount } from '../../../packages/server/src/accounts/local-account.ts';
import { planTable } from '../../../packages/server/src/accounts/plans.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { systemClock as clock } from '../../../packages/server/src/kit/clock.ts';
import { emptyData, onEachDatabase, withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { rawRequest } from '../../support/server/raw-requests.ts';
import { answerOf, requestFreeKey, type Answer } from '../../support/server/service.ts';

const GB = 1024 ** 3;

const json = <T>({ body }: Answer) => JSON.parse(body.toString()) as T;

function aForm(): FormData {
  const form = new FormData();
  form.append('file', new File(['{"a":1}'], 'a.json'));
  form.append('target', 'yaml');
  return form;
}

/** Headers that a browser sends if a page of another site makes the request. */
const otherSites: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  [
    'a page on another port of this machine',
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
  ],
  ['another site in an older browser', { Origin: 'https://evil.example' }],
  ['a frame without an origin', { Origin: 'null' }],
];

withServiceOnEachDatabase(
  (service) => {
    const call = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      answerOf(await fetch(service.url + path, { ...init, headers }));

    const convert = (headers: Record<string, string> = {}, path = '/v1/convert') =>
      call(path, headers, { method: 'POST', body: aForm() });

    const used = async () =>
      json<{ conversions: { used: number } }>(await call('/v1/usage')).conversions.used;

    test('without an API key, a private installation applies the limits of the plan `local`', async () => {
      const answer = await call('/v1/usage');
      assert.deepEqual([answer.status, answer.headers.get('x-ratelimit-limit')], [200, '6000']);
      const usage = json<Record<string, unknown>>(answer);
      const { used: count, ...conversions } = usage['conversions'] as Record<string, unknown>;
      assert.equal(typeof count, 'number');
      assert.deepEqual(
        [usage['plan'], usage['max_file_size'], usage['overage_enabled'], conversions],
        ['local', 5 * GB, false, { limit: null, remaining: null, overage: 0, overage_cost_usd: 0 }],
      );
      const { anonymous, plans } = json<{ anonymous: Record<string, unknown>; plans: { name: string }[] }>(
        await call('/v1/plans'),
      );
      assert.deepEqual(
        [anonymous['name'], anonymous['requests_per_minute'], anonymous['max_job_file_size']],
        ['local', 6_000, 5 * GB],
      );
      assert.ok(!plans.some(({ name }) => name === 'local'));
    });

    test('a private installation serves conversions, jobs and account requests without an API key', async () => {
      const before = await used();
      for (const path of ['/v1/convert', '/api/convert']) {
        const { status, body, headers } = await convert({}, path);
        assert.deepEqual([status, body.toString()], [200, 'a: 1\n'], path);
        assert.equal(headers.get('x-ratelimit-limit'), '6000');
      }
      const job = await convert({}, '/v1/jobs');
      assert.equal(job.status, 202, job.error.message);
      const { job_id: id } = json<{ job_id: string }>(job);
      assert.equal(json<{ status: string }>(await call(`/v1/jobs/${id}?wait=60`)).status, 'completed');
      assert.equal(await used(), before + 3);
      const { days } = json<{ days: { conversions: number }[] }>(await call('/v1/usage/daily?days=1'));
      assert.equal(days[0]?.conversions, before + 3);
      assert.equal((await call('/v1/webhooks/secret', {}, { method: 'POST' })).status, 200);
      const headers = { 'Content-Type': 'application/json' };
      const made = await call('/v1/keys', headers, { method: 'POST', body: '{"name":"mine"}' });
      const { api_key: key } = json<{ api_key: string }>(made);
      const mine = await call('/v1/usage', { Authorization: `Bearer ${key}` });
      assert.equal(json<{ plan: string }>(mine).plan, 'local');
    });

    test('a private installation returns 401 for invalid credentials, like a public installation', async () => {
      const wrong = ['Bearer svc_sk_wrong', 'Basic YTpi', 'Bearer', ''];
      for (const Authorization of wrong) {
        for (const path of ['/v1/usage', '/v1/formats']) {
          const { status, error } = await call(path, { Authorization });
          assert.deepEqual([status, error.code], [401, 'invalid_api_key'], `${Authorization} ${path}`);
        }
      }
      assert.equal((await call('/v1/usage', { Cookie: 'protean-session=none' })).status, 401);
      assert.equal((await call('/v1/usage?api_key=x')).status, 401);
    });

    for (const [what, headers] of otherSites) {
      test(`a private installation returns 403 for a POST or DELETE request from ${what}`, async () => {
        const before = await used();
        for (const path of ['/v1/convert', '/api/convert', '/v1/jobs', '/v1/webhooks/secret', '/v1/detect']) {
          const { status, error } = await convert(headers, path);
          assert.deepEqual([status, error.code], [403, 'bad_request'], path);
        }
        const { jobs } = json<{ jobs: { job_id: string }[] }>(await call('/v1/jobs'));
        for (const { job_id: id } of jobs)
          assert.equal((await call(`/v1/jobs/${id}`, headers, { method: 'DELETE' })).status, 403);
        assert.equal(await used(), before);
      });

      test(`a private installation returns formats but no jobs for a GET request from ${what}`, async () => {
        assert.equal((await call('/v1/jobs', headers)).status, 403);
        const read = await call('/v1/formats/pdf', headers);
        assert.deepEqual([read.status, read.headers.get('x-ratelimit-limit')], [200, '60']);
      });
    }

    test('a private installation accepts GET requests that come from links on other sites', async () => {
      const own = [
        { 'Sec-Fetch-Site': 'same-origin', Origin: service.url },
        { Origin: service.url },
        { 'Sec-Fetch-Site': 'none' },
      ];
      for (const headers of own) assert.equal((await convert(headers)).status, 200, JSON.stringify(headers));
      // Writes the request to a socket, because `fetch` would replace Sec-Fetch-Mode.
      const navigate = (method: string) =>
        rawRequest(service.url, [
          `${method} /v1/jobs HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nConnection: close\r\n`,
          'Content-Length: 0\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n',
        ]);
      assert.match(await navigate('GET'), /^HTTP\/1\.1 200 /);
      assert.match(await navigate('POST'), /^HTTP\/1\.1 403 /, 'a form of another site navigates too');
    });

    test('a private installation returns 400 for an unknown Host header (DNS rebinding)', async () => {
      const head = 'GET /v1/jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
      assert.match(await rawRequest(service.url, [head]), /^HTTP\/1\.1 400 /);
    });

    test('a private installation creates an API key without email verification', async () => {
      const answer = await requestFreeKey(service.url, 'ada@example.com');
      assert.match(json<{ api_key: string }>(answer).api_key, /^svc_sk_/);
      const headers = { 'Content-Type': 'application/json' };
      const checkout = await call('/v1/billing/checkout', headers, {
        method: 'POST',
        body: '{"plan":"hobby"}',
      });
      assert.deepEqual([checkout.status, checkout.error.code], [502, 'service_unavailable']);
    });
  },
  { INSTALLATION: 'private', STRIPE_SECRET_KEY: 'sk_test_none' },
);

describe('a private installation uses a single local account', () => {
  onEachDatabase((kind) => {
    test('concurrent processes create only one local account', async () => {
      await using stack = new AsyncDisposableStack();
      const config = loadConfig(await emptyData(stack, kind));
      const plans = planTable(config);
      const opened = Array.from({ length: 6 }, async () => {
        const database = await openDatabase(config, () => {});
        stack.defer(() => database.close());
        return database;
      });
      const databases = await Promise.all(opened);
      const open = (isPrivate: boolean) =>
        Promise.all(databases.map((database) => openLocalAccount({ database, clock, plans }, isPrivate)));
      const row = async () => {
        const [first = assert.fail()] = databases;
        const rows = await first.query.selectFrom('accounts').select(['id', 'plan', 'disabled_at']).execute();
        assert.equal(rows.length, 1);
        return rows[0];
      };
      for (const account of await open(true))
        assert.deepEqual([account?.id, account?.keyId], ['local', null]);
      assert.deepEqual(await row(), { id: 'local', plan: 'local', disabled_at: null });
      assert.deepEqual(await open(false), Array(6).fill(undefined));
      assert.notEqual((await row())?.disabled_at, null);
      await open(true);
      assert.equal((await row())?.disabled_at, null);
    });
  });
});

test('a private installation serves other machines only with INSTALLATION_TRUSTED_NETWORK', async () => {
  const env = { INSTALLATION: 'private', HOST: '0.0.0.0' };
  await assert.rejects(startInProcess(env), /HOST=0\.0\.0\.0: .*INSTALLATION_TRUSTED_NETWORK=yes/);
  const service = await startInProcess({ ...env, INSTALLATION_TRUSTED_NETWORK: 'yes' });
  const reached = service.url.replace('0.0.0.0', '127.0.0.1');
  try {
    const path = `${reached}/v1/webhooks/secret`;
    assert.equal((await fetch(path, { method: 'POST' })).status, 200);
    const own = { Origin: reached };
    assert.equal((await fetch(path, { method: 'POST', headers: own })).status, 200);
    const other = { Origin: 'http://127.0.0.1:3000' };
    assert.equal((await fetch(path, { method: 'POST', headers: other })).status, 403);
  } finally {
    await service.close();
  }
});
