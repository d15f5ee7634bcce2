/**
 * Tests plans that the operator sets, metrics for billing alarms, and reports of overage after a crash (contract §12.4,
 * §12.9).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStripe } from '../../../packages/server/src/billing/billing.ts';
import type { BillingStatus } from '../../../packages/server/src/billing/status.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { randomId as newId } from '../../../packages/server/src/kit/ids.ts';
import { admin, makeAccount } from '../../support/server/admin.ts';
import { openDatabases } from '../../support/storage/databases.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, emptyData, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { answerOf, startService, until } from '../../support/server/service.ts';
import { toYaml } from '../../support/server/test-app.ts';

const settings = {
  QUOTA_OVERRIDES: '{"startup":1}',
  RATE_OVERRIDES: '{"free":100000,"startup":100000,"scale":100000}',
  METRICS_LISTEN: '127.0.0.1:0',
};

const convert = async (url: string, key: string) => {
  const body = new FormData();
  for (const [name, value] of toYaml()) body.append(name, value);
  const headers = { Authorization: `Bearer ${key}` };
  const { status } = await answerOf(await fetch(`${url}/v1/convert`, { method: 'POST', headers, body }));
  assert.equal(status, 200);
};

/** Creates an account that has paid for the plan startup. */
async function payingAccount(stripe: FakeStripe, url: string, env: Record<string, string>, email: string) {
  const account = await makeAccount(env, email, 'free');
  const response = await fetch(`${url}/v1/billing/checkout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    body: '{"plan":"startup"}',
  });
  const { session_id: session } = (await response.json()) as { session_id: string };
  stripe.state.completeCheckout(session);
  await stripe.deliverAll(url);
  return { id: account.account_id, key: account.api_key };
}

onEachDatabase((kind) => {
  const here = fixture(async (stack) => {
    const databases = closing(stack, await openDatabases(kind));
    const clock: { service?: InProcessService } = {};
    const stripe = closing(stack, await FakeStripe.start({ now: () => clock.service?.now() ?? Date.now() }));
    const env = { ...(await databases.fresh()), ...settings, ...stripe.settings };
    const service = closing(stack, await startInProcess(env));
    clock.service = service;
    const database = closing(stack, await openDatabase(loadConfig(service.env), () => undefined));
    return { stripe, service, database };
  });

  const metric = async (name: string) => {
    const text = await (await fetch(here.service.metricsUrl ?? '')).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  test('Stripe events do not change a plan that the operator has set', async () => {
    const { stripe, service } = here;
    const { id, key } = await payingAccount(stripe, service.url, service.env, 'ada@example.com');
    const planOf = async () => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${service.url}/v1/account`, { headers });
      const { plan, plan_source: source } = (await response.json()) as Record<string, string>;
      return [plan, source];
    };
    await admin(service.env, 'account', 'plan', id, 'scale');
    const [subscription = assert.fail()] = stripe.state.subscriptions.values();
    stripe.state.emit('customer.subscription.updated', subscription);
    await stripe.deliverAll(service.url);
    assert.deepEqual(await planOf(), ['scale', 'operator']);
    await admin(service.env, 'account', 'plan', id, '--follow-stripe');
    assert.deepEqual(await planOf(), ['startup', 'stripe']);
    stripe.state.end(subscription.id);
    await stripe.deliverAll(service.url);
    assert.deepEqual(await planOf(), ['free', 'default']);
    await assert.rejects(
      admin(service.env, 'account', 'plan', id, 'scale', '--follow-stripe'),
      /--follow-stripe/,
    );
  });

  test('finds and repairs overage differences between the ledger and Stripe', async () => {
    const { stripe, service, database } = here;
    const { id, key } = await payingAccount(stripe, service.url, service.env, 'bea@example.com');
    for (let nth = 0; nth < 4; nth += 1) await convert(service.url, key);
    service.pass(3_600_000);
    const counted = () => [...stripe.state.meter.values()].map(({ value }) => value);
    await until('overage is reported', 20_000, () => Promise.resolve(counted()[0] === 3));
    await until('its hour is closed', 20_000, async () => {
      const status = await admin<BillingStatus>(service.env, 'billing', 'status');
      return status.meter.unreported_conversions === 0;
    });

    // Moves the clock by 4 hours, because the reconciliation compares only hours that ended some time ago.
    const clock = { ...systemClock, now: () => Date.now() + 4 * 3_600_000 };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const onError = (error: unknown) => assert.fail(String(error));
    const services = { config: loadConfig(service.env), database, clock, newId, log, onError };
    const { reconciliation } = openStripe(services);
    assert.deepEqual(await reconciliation.run(), []);
    assert.equal(await metric('protean_billing_differences'), 0);

    for (const [at, value] of stripe.state.meter) stripe.state.meter.set(at, { ...value, value: 1 });
    const [difference = assert.fail()] = await reconciliation.run();
    assert.partialDeepStrictEqual(difference, { account_id: id, ledger: 3, counted: 3, stripe: 1 });
    assert.equal(await metric('protean_billing_differences'), 1);
    const status = await admin<BillingStatus>(service.env, 'billing', 'status');
    assert.deepEqual(status.reconciliation?.differences, [difference]);
    service.pass(4 * 3_600_000);
    await until('it is reported again', 20_000, () => Promise.resolve(counted()[0] === 3));
    assert.deepEqual(await admin(service.env, 'billing', 'reconcile'), { differences: [] });

    // Acts like an owner who cancels the overage subscription in the portal.
    const overage = [...stripe.state.subscriptions.values()].find(
      (one) => one.metadata['bills'] === 'overage',
    );
    stripe.state.end(overage?.id ?? '');
    await stripe.deliverAll(service.url);
    const usage = await fetch(`${service.url}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } });
    assert.partialDeepStrictEqual(await usage.json(), { plan: 'startup', overage_enabled: false });
  });

  test('the metric counts a Stripe event about rejected usage reports only once, even if the event is repeated', async () => {
    const { stripe, service } = here;
    assert.equal(await metric('protean_billing_meter_errors'), 0);
    const type = 'v1.billing.meter.error_report_triggered';
    const thin = { id: newId(), type, data: { object: {} } };
    for (const event of [thin, thin]) assert.equal(await stripe.send(service.url, event), 200);
    assert.equal(await metric('protean_billing_meter_errors'), 1);
  });
});

test('a restarted server reports overage to Stripe only once', async () => {
  await using stack = new AsyncDisposableStack();
  const stripe = closing(stack, await FakeStripe.start());
  const env = { ...(await emptyData(stack, 'sqlite')), ...settings, ...stripe.settings };
  const first = await startService(env);
  const { key } = await payingAccount(stripe, first.url, env, 'cleo@example.com');
  stripe.isAway = true;
  for (let nth = 0; nth < 3; nth += 1) await convert(first.url, key);
  await first.stop('SIGKILL');
  stripe.isAway = false;
  const second = closing(stack, await startService(env));
  const counted = () => [...stripe.state.meter.values()].reduce((sum, { value }) => sum + value, 0);
  await until('all of it is reported', 90_000, () => Promise.resolve(counted() === 2));
  await convert(second.url, key);
  assert.deepEqual(stripe.mistakes, []);
});
