/**
 * GET /v1/usage/daily counts conversions and failures per UTC day, for an account or for one of its keys (contract
 * §9.9).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PaidPlanName } from '../../../packages/server/src/accounts/plans.ts';
import type { DayUsage } from '../../../packages/server/src/limits/daily-usage.ts';
import { withServiceOnEachDatabase } from '../../support/fixtures.ts';
import { openRegistry, type Registry } from '../../support/storage/registry.ts';
import { answerOf, callWithKey, type Answer } from '../../support/server/service.ts';
import { busy } from '../../support/server/test-app.ts';

const dayMs = 24 * 3_600_000;
const nothing = { conversions: 0, overage: 0, failed: 0 };

withServiceOnEachDatabase(
  (service) => {
    const json = <T>({ body }: Answer) => JSON.parse(body.toString()) as T;

    let passedDays = 0;
    const today = () => new Date(Date.now() + passedDays * dayMs).toISOString().slice(0, 10);

    let registry: Registry;
    let made = 0;

    before(async () => {
      registry = await openRegistry(service.env);
    });

    after(() => registry.close());

    /** Creates an account and returns its key. */
    async function customer(plan: PaidPlanName = 'hobby'): Promise<string> {
      made += 1;
      const { account, key } = await registry.accounts.create(`customer${made}@example.com`, plan);
      await registry.accounts.setPlan(account.id, plan, busy);
      return key;
    }

    async function furtherKey(key: string): Promise<{ id: string; api_key: string }> {
      return json(
        await callWithKey(`${service.url}/v1/keys`, key, { method: 'POST', body: { name: 'further' } }),
      );
    }

    /** Converts `content` from JSON to YAML and returns the response. */
    async function convert(key: string, content = '{"a":1}', path = '/v1/convert'): Promise<Answer> {
      const body = new FormData();
      body.append('file', new File([content], 'a.json'));
      body.append('target', 'yaml');
      const headers = { Authorization: `Bearer ${key}` };
      return answerOf(await fetch(service.url + path, { method: 'POST', headers, body }));
    }

    const ask = (key: string, query = '') => callWithKey(`${service.url}/v1/usage/daily${query}`, key);

    async function days(key: string, query = ''): Promise<DayUsage[]> {
      const answer = await ask(key, query);
      assert.equal(answer.status, 200, answer.error.message);
      return json<{ days: DayUsage[] }>(answer).days;
    }

    async function finishedJob(key: string, content?: string): Promise<string> {
      const { job_id: id } = json<{ job_id: string }>(await convert(key, content, '/v1/jobs'));
      const record = await callWithKey(`${service.url}/v1/jobs/${id}?wait=60`, key);
      return json<{ status: string }>(record).status;
    }

    test('GET /v1/usage/daily returns the last 30 days by default, without gaps', async () => {
      const key = await customer();
      const listed = await days(key);
      assert.equal(listed.length, 30);
      assert.deepEqual(listed.at(-1), { date: today(), ...nothing });
      const gaps = listed.map(({ date }) => Date.parse(date)).map((at, n, all) => at - (all[n - 1] ?? at));
      assert.deepEqual(gaps, [0, ...Array<number>(29).fill(dayMs)]);
      assert.equal((await days(key, '?days=1')).length, 1);
      assert.equal((await days(key, '?days=366')).length, 366);
    });

    test('the daily usage counts successful and failed conversions at all endpoints', async () => {
      const key = await customer();
      const last = async () => (await days(key, '?days=2'))[1];
      assert.equal((await convert(key)).status, 200);
      assert.equal((await convert(key, undefined, '/api/convert')).status, 200);
      assert.equal(await finishedJob(key), 'completed');
      assert.deepEqual(await last(), { date: today(), conversions: 3, overage: 0, failed: 0 });

      assert.equal((await convert(key, '{')).status, 400);
      assert.equal((await convert(key, '{', '/api/convert')).status, 400);
      assert.equal(await finishedJob(key, '{'), 'failed');
      assert.deepEqual(await last(), { date: today(), conversions: 3, overage: 0, failed: 3 });

      const refused = await callWithKey(`${service.url}/v1/convert`, key, { method: 'POST', body: {} });
      assert.equal(refused.status, 400);
      assert.deepEqual(await last(), { date: today(), conversions: 3, overage: 0, failed: 3 });
    });

    test('GET /v1/usage/daily?key= counts only the conversions of one API key', async () => {
      const key = await customer();
      const [{ id: first } = assert.fail()] = json<{ keys: { id: string }[] }>(
        await callWithKey(`${service.url}/v1/keys`, key),
      ).keys;
      const further = await furtherKey(key);
      await convert(key);
      await convert(further.api_key);
      await convert(further.api_key, '{');
      assert.equal(await finishedJob(further.api_key), 'completed');
      assert.equal(await finishedJob(further.api_key, '{'), 'failed');
      await callWithKey(`${service.url}/v1/keys/${further.id}`, key, { method: 'DELETE' });

      const of = async (id: string) => (await days(key, `?key=${id}`)).at(-1);
      assert.deepEqual(await of(first), { date: today(), conversions: 1, overage: 0, failed: 0 });
      assert.deepEqual(await of(further.id), { date: today(), conversions: 2, overage: 0, failed: 2 });
      assert.deepEqual((await days(key)).at(-1), { date: today(), conversions: 3, overage: 0, failed: 2 });
    });

    test('the daily usage counts each UTC day separately', async () => {
      const key = await customer();
      await convert(key);
      service.pass(dayMs);
      passedDays += 1;
      await convert(key);
      await convert(key);
      const [before, now] = await days(key, '?days=2');
      assert.equal(now?.date, today());
      assert.deepEqual([before?.conversions, now?.conversions], [1, 2]);
    });

    test('the daily usage reports how many conversions were billed as overage', async () => {
      const key = await customer('startup');
      for (let n = 0; n < 3; n += 1) assert.equal((await convert(key)).status, 200);
      assert.deepEqual((await days(key, '?days=1')).at(-1), {
        ...{ date: today(), conversions: 3, overage: 2, failed: 0 },
      });
    });

    for (const value of ['0', '367', '-1', '1.5', 'x', '']) {
      test(`GET /v1/usage/daily returns 400 for days=${value}`, async () => {
        const { status, error } = await ask(await customer(), `?days=${value}`);
        assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', 'days']);
      });
    }

    test('GET /v1/usage/daily?key= returns 404 if the key id does not belong to the account', async () => {
      const key = await customer();
      const { id: others } = await furtherKey(await customer());
      for (const id of ['', 'none', others]) {
        const { status, error } = await ask(key, `?key=${id}`);
        assert.deepEqual([status, error.code], [404, 'not_found'], id);
      }
      const secret = await ask(key, `?key=${key}`);
      assert.deepEqual([secret.status, secret.error.code], [401, 'invalid_api_key']);
      const elsewhere = await callWithKey(`${service.url}/v1/usage?key=x`, key);
      assert.equal(elsewhere.status, 401);
    });
  },
  { QUOTA_OVERRIDES: '{"startup":1}' },
);
