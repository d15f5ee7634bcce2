/** Tests the limits of each plan, the rate limit per account, and the rate limit headers (contract §9.1, §9.2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaidPlanName } from '../../../packages/server/src/accounts/plans.ts';
import { ask, inEachTestApp, usageOf } from '../../support/server/test-app.ts';
import { answerOf } from '../../support/server/service.ts';

const MB = 1024 * 1024;
/**
 * Rows of the table in contract §9.1: conversions per month, maximum file size, requests per minute, and dollars per
 * additional conversion.
 */
const table: [PaidPlanName, number, number, number, number | null][] = [
  ['free', 1_000, 25 * MB, 10, null],
  ['hobby', 10_000, 100 * MB, 60, 0.005],
  ['startup', 50_000, 100 * MB, 120, 0.005],
  ['scale', 500_000, 100 * MB, 600, 0.005],
  ['growth', 5_000_000, 100 * MB, 3_000, 0.005],
];

const prices: Readonly<Record<string, number>> = {
  free: 0,
  hobby: 29,
  startup: 99,
  scale: 499,
  growth: 1_999,
};

const others: [string, string, RequestInit, number][] = [
  ['an unknown path', '/v1/nix', {}, 404],
  ['an unsupported method', '/v1/usage', { method: 'DELETE' }, 405],
  ['a request without a key', '/v1/usage', { headers: { Authorization: '' } }, 401],
  ['an unknown signed link', '/files/x/y', {}, 404],
];

inEachTestApp(
  (here) => {
    for (const [plan, conversions, bytes, requests, overage] of table) {
      test(`/v1/usage, /v1/plans and the response headers show the limits of the ${plan} plan (contract §9.1)`, async () => {
        const { headers, body } = await ask(here.app, '/v1/usage', await here.app.customer(plan));
        const usage = JSON.parse(body.toString()) as Record<string, Record<string, unknown>>;
        assert.equal(usage['plan'], plan);
        assert.equal(usage['max_file_size'], bytes);
        assert.equal(usage['overage_enabled'], overage !== null);
        const unused = {
          used: 0,
          limit: conversions,
          remaining: conversions,
          overage: 0,
          overage_cost_usd: 0,
        };
        assert.deepEqual(usage['conversions'], unused);
        const { limit, remaining, reset } = usage['rate_limit'] ?? {};
        assert.deepEqual([limit, remaining], [requests, requests - 1]);
        assert.deepEqual(
          [limit, remaining, reset].map(String),
          ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`)),
        );
        const listed = await answerOf(await fetch(`${here.app.service.url}/v1/plans`));
        const { plans } = JSON.parse(listed.body.toString()) as { plans: { name: string }[] };
        assert.deepEqual(
          plans.find(({ name }) => name === plan),
          {
            ...{ name: plan, custom: false, monthly_conversions: conversions },
            ...{ requests_per_minute: requests, max_file_size: bytes, overage_usd: overage },
            ...{ max_job_file_size: plan === 'free' ? 100 * MB : 5_120 * MB, price_usd: prices[plan] },
          },
        );
      });
    }

    test('applies the custom limits of an enterprise account', async () => {
      const own = { monthly_conversions: 12, requests_per_minute: 34, max_file_bytes: 56 };
      const customer = await here.app.customer('enterprise', own);
      const { headers, body } = await ask(here.app, '/v1/usage', customer);
      assert.equal(headers.get('x-ratelimit-limit'), '34');
      assert.equal((JSON.parse(body.toString()) as Record<string, unknown>)['max_file_size'], 56);
      assert.equal((await usageOf(here.app, customer))['limit'], 12);
    });

    test('all API keys of an account share one rate limit (contract §9.2)', async () => {
      const customer = await here.app.customer();
      const made = await here.app.registry.keys.make({ id: customer.id, keyId: null }, 'second');
      const { secret } = made ?? assert.fail();
      const before = Date.now() / 1000;
      const answers = [];
      for (let n = 0; n < 11; n += 1)
        answers.push(await ask(here.app, '/v1/formats', n % 2 === 0 ? customer : { key: secret }));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array<number>(10).fill(200), 429],
      );
      assert.deepEqual(
        answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))),
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0],
      );
      const { headers, error } = answers[10] ?? assert.fail();
      const wait = Number(headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 60);
      assert.deepEqual([error.code, error.details], ['rate_limited', { limit: 10, retry_after: wait }]);
      const reset = Number(headers.get('x-ratelimit-reset'));
      assert.ok(reset >= Math.floor(before) + 60 && reset <= Date.now() / 1000 + 61);
      assert.equal(answers[0]?.headers.get('x-ratelimit-reset'), String(reset), 'the window is fixed');
      assert.equal(
        (await ask(here.app, '/v1/formats', await here.app.customer())).status,
        200,
        'other accounts are not affected',
      );
    });

    test('admits exactly 10 of 40 concurrent requests from an account with a rate limit of 10', async () => {
      const customer = await here.app.customer();
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => ask(here.app, '/v1/usage', customer)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 10);
      assert.equal(answers.filter(({ status }) => status === 429).length, 30);
    });

    test("keeps an account's rate limit window across kill -9 and a restart", async () => {
      const customer = await here.app.customer();
      for (let n = 0; n < 10; n += 1) await ask(here.app, '/v1/usage', customer);
      await here.app.restart('SIGKILL');
      assert.equal((await ask(here.app, '/v1/usage', customer)).status, 429);
    });

    for (const [what, place, init, status] of others) {
      test(`returns ${status} for ${what}, with the rate limit headers of anonymous requests`, async () => {
        const answer = await answerOf(await fetch(here.app.service.url + place, init));
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('x-ratelimit-limit'), '7');
        for (const name of ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
          assert.ok(answer.headers.get(name), name);
        assert.equal(answer.headers.get('retry-after'), null);
      });
    }

    test("a 304 response contains the account's rate limit headers", async () => {
      const customer = await here.app.customer();
      const { headers } = await ask(here.app, '/v1/formats', customer);
      const etag = headers.get('etag') ?? '';
      const same = await ask(here.app, '/v1/formats', customer, { headers: { 'If-None-Match': etag } });
      assert.deepEqual([same.status, same.headers.get('x-ratelimit-remaining')], [304, '8']);
    });
  },
  { settings: { RATE_OVERRIDES: '{"anonymous":7}' } },
);
