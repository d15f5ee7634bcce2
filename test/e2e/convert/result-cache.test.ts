/**
 * If RESULT_CACHE_MB is set, a repeated request of an account gets the earlier result. Deleting the account removes
 * its results.
 */
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { admin } from '../../support/server/admin.ts';
import { onEachDatabase, serviceFixture } from '../../support/fixtures.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import { post, until, type Answer } from '../../support/server/service.ts';
import {
  ask,
  busy,
  openTestApp,
  toYaml,
  usageOf,
  type Customer,
  type TestApp,
} from '../../support/server/test-app.ts';

/** Returns the cached results on disk. */
async function cachedIn(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(path.join(dataDir, 'work', '*', 'cache', '*', '*'))) found.push(file);
  return found;
}

onEachDatabase((kind) => {
  let app: TestApp;

  before(async () => {
    app = await openTestApp(kind, { RESULT_CACHE_MB: '10', METRICS_LISTEN: '127.0.0.1:0' });
  });
  after(() => app.close());

  async function convert(customer: Customer, fields = toYaml()): Promise<Answer> {
    const answer = await ask(app, '/v1/convert', customer, { fields });
    assert.equal(answer.status, 200, answer.error.message);
    return answer;
  }

  /** Returns how many conversions were served with an earlier result. */
  async function reuses(): Promise<number> {
    const text = await (await fetch(app.service.metricsUrl ?? '')).text();
    const counts = text.split('\n').filter((line) => line.includes('outcome="reused"'));
    return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  test('returns the cached result for a repeated request, but still charges the account', async () => {
    const customer = await app.customer('hobby', busy);
    const earlier = await reuses();
    const first = await convert(customer);
    const second = await convert(customer);
    assert.equal(second.body.toString(), first.body.toString());
    for (const name of ['content-type', 'content-disposition'])
      assert.equal(second.headers.get(name), first.headers.get(name));
    assert.equal((await reuses()) - earlier, 1);
    assert.equal((await usageOf(app, customer))['used'], 2);
  });

  test('converts again if the account or any part of the request differs', async () => {
    const [ada, bob] = [await app.customer('hobby', busy), await app.customer('hobby', busy)];
    const earlier = await reuses();
    await convert(ada);
    await convert(bob);
    await convert(ada, toYaml('{"a": 1}'));
    await convert(ada, toYaml('{"a":1}', 'b.json'));
    await convert(ada, [...toYaml(), ['report', 'true']]);
    await convert(ada, [
      ['file', new File(['{"a":1}'], 'a.json')],
      ['target', 'toml'],
    ]);
    assert.equal((await reuses()) - earlier, 0);
  });

  test('reuses the result of an earlier job with the same request', async () => {
    const customer = await app.customer('hobby', busy);
    const earlier = await reuses();
    for (const expected of [0, 1]) {
      const job = await ended(app, customer, await accepted(submit(app, customer)));
      assert.deepEqual([job.status, (await reuses()) - earlier], ['completed', expected]);
    }
  });

  test('removes the cached results of an account that is deleted by another process', async () => {
    const [stays, leaves] = [await app.customer('hobby', busy), await app.customer('hobby', busy)];
    const { dataDir } = app.service;
    const earlier = (await cachedIn(dataDir)).length;
    await convert(stays);
    await convert(leaves);
    assert.equal((await cachedIn(dataDir)).length, earlier + 2);
    const email = (await app.registry.accounts.find(leaves.id))?.email ?? '';
    await admin(app.env, 'account', 'delete', leaves.id, '--confirm', email);
    await until('its result is gone', 5_000, async () => (await cachedIn(dataDir)).length === earlier + 1);
  });
});

const usual = serviceFixture();

test('does not cache results if RESULT_CACHE_MB is not set', async () => {
  assert.equal((await post(`${usual.url}/api/convert`, toYaml())).status, 200);
  assert.deepEqual(await cachedIn(usual.dataDir), []);
});
