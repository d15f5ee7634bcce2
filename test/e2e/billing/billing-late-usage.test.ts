/**
 * Tests that overage at the end of a month is billed on the month's invoice if the server reports the overage while the
 * invoice is a draft. Overage that is reported after the invoice is final is billed on the next invoice. No overage is
 * lost (contract §12.9).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStripe } from '../../../packages/server/src/billing/billing.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { makeAccount } from '../../support/server/admin.ts';
import { openDatabases } from '../../support/storage/databases.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { until } from '../../support/server/service.ts';
import { toYaml } from '../../support/server/test-app.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];

onEachDatabase((kind) => {
  const here = fixture(async (stack) => {
    const databases = closing(stack, await openDatabases(kind));
    const clock: { service?: InProcessService } = {};
    const stripe = closing(stack, await FakeStripe.start({ now: () => clock.service?.now() ?? Date.now() }));
    const limits = {
      QUOTA_OVERRIDES: '{"startup":1}',
      RATE_OVERRIDES: '{"free":100000,"startup":100000}',
    };
    const env = { ...(await databases.fresh()), ...stripe.settings, ...limits };
    const service = closing(stack, await startInProcess(env));
    clock.service = service;
    const database = closing(stack, await openDatabase(loadConfig(service.env), () => undefined));
    return { service, stripe, database };
  });

  test('bills overage on the invoice of its month while the invoice is a draft', async () => {
    const { service, stripe, database } = here;
    const { state } = stripe;
    const today = new Date();
    const month = (nth: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + nth);
    const moveTo = (time: number) => service.pass(time - service.now());
    const metered = () => [...state.meter.values()].reduce((sum, { value }) => sum + value, 0);
    const unreported = async () =>
      (await database.query.selectFrom('meter_hours').select('hour').where('attempts', '>', 0).execute())
        .length;
    const allClosed = () =>
      until('all past hours are closed', 30_000, async () => {
        const open = database.query.selectFrom('meter_hours').select('hour').where('due_at', 'is not', null);
        return (await open.execute()).length === 0;
      });
    /**
     * Returns the number of overage conversions on the paid invoices of the period that ends at the start of month
     * `nth`.
     */
    const invoiced = (nth: number) =>
      [...state.invoices.values()]
        .filter(({ period, status }) => period.end * 1000 === month(nth) && status === 'paid')
        .flatMap(({ lines }) => lines)
        .filter(({ price }) => price === 'price_overage')
        .reduce((sum, { quantity }) => sum + quantity, 0);

    moveTo(month(0) + 12 * hourMs);
    const { api_key: key } = await makeAccount(service.env, 'late@example.com', 'free');
    const headers = { Authorization: `Bearer ${key}` };
    const post = async (path: string, body: object) => {
      const json = { ...headers, 'Content-Type': 'application/json' };
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, path);
      return (await response.json()) as Record<string, unknown>;
    };
    const convert = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        const body = new FormData();
        for (const [name, value] of toYaml()) body.append(name, value);
        const { status } = await fetch(`${service.url}/v1/convert`, { method: 'POST', headers, body });
        assert.equal(status, 200);
      }
    };
    const { session_id: session } = await post('/v1/billing/checkout', { plan: 'startup' });
    state.completeCheckout(String(session));
    await stripe.deliverAll(service.url);
    await post('/v1/billing/overage', { enabled: true });

    // One conversion is within the quota and two are overage. Stripe is unavailable in the last hour of the month.
    await convert(3);
    service.pass(hourMs);
    await until('the first overage is reported', 30_000, () => metered() === 2);
    await allClosed();
    moveTo(month(1) - 20 * minuteMs);
    stripe.isAway = true;
    await convert(3);
    await until('a report fails', 30_000, async () => (await unreported()) > 0);
    moveTo(month(1) + 5 * minuteMs);
    state.tick();
    stripe.isAway = false;
    await until('the overage is reported while the invoice is a draft', 30_000, () => metered() === 5);
    await allClosed();
    moveTo(month(1) + 2 * hourMs);
    state.tick();
    assert.equal(invoiced(1), 5);

    // Repeats the steps above for the next month, but Stripe becomes available only after the invoice is final.
    moveTo(month(2) - 20 * minuteMs);
    stripe.isAway = true;
    await convert(4);
    await until('a report fails', 30_000, async () => (await unreported()) > 0);
    moveTo(month(2) + 90 * minuteMs);
    state.tick();
    stripe.isAway = false;
    assert.equal(invoiced(2), 0, 'the invoice lacks three overage conversions');
    const waiting = database.query
      .selectFrom('meter_hours')
      .select(['due_at', 'carried_out'])
      .where('hour', '=', month(2) - hourMs);
    await until('no report is sent until the count at Stripe is certain', 30_000, async () => {
      const { due_at: due } = await waiting.executeTakeFirstOrThrow();
      return due === month(2) + 2 * hourMs;
    });
    assert.equal(metered(), 5);
    moveTo(month(2) + 2 * hourMs + minuteMs);
    await until('the current hour reports the overage', 30_000, () => metered() === 8);
    assert.equal((await waiting.executeTakeFirstOrThrow()).carried_out, 3);
    await convert(2);
    moveTo(month(3) + minuteMs);
    await until('one more is reported', 30_000, () => metered() === 9);
    await allClosed();
    state.tick();
    moveTo(month(3) + 2 * hourMs);
    state.tick();
    assert.equal(invoiced(3), 4, 'three of the previous month, and one');

    const charged = await database.query
      .selectFrom('ledger')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('payer', '=', 'overage')
      .executeTakeFirstOrThrow();
    assert.equal(invoiced(1) + invoiced(2) + invoiced(3), charged.rows);

    const { reconciliation } = openStripe({
      config: loadConfig(service.env),
      database,
      clock: { now: () => service.now(), elapsed: () => performance.now() },
      newId: randomId,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      onError: (error) => assert.fail(String(error)),
    });
    assert.deepEqual(await reconciliation.run(), [], 'the comparison includes the carried overage');
    assert.deepEqual(stripe.mistakes, []);
  });
});
