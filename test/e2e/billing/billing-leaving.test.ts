/** Deleting an account ends its subscription at Stripe, so that its owner is not charged again (contract §7.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabases } from '../../support/storage/databases.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { openRegistry } from '../../support/storage/registry.ts';
import { until } from '../../support/server/service.ts';
import { ours, signIn } from '../../support/accounts/sessions.ts';

onEachDatabase((kind) => {
  const here: { service: InProcessService; stripe: FakeStripe } = fixture(async (stack) => {
    const databases = closing(stack, await openDatabases(kind));
    const stripe = closing(stack, await FakeStripe.start());
    const settings = { RATE_OVERRIDES: '{"anonymous":100000,"free":100000,"startup":100000}' };
    const env = { ...(await databases.fresh()), ...settings, ...stripe.settings };
    return { stripe, service: closing(stack, await startInProcess(env)) };
  });

  const call = async (Cookie: string, method: string, path: string, body: object) => {
    const response = await fetch(here.service.url + path, {
      method,
      headers: { Cookie, ...ours, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
    return (await response.json()) as Record<string, unknown>;
  };

  test('deleting an account ends its subscription, even if the subscription is paid only after the deletion', async () => {
    const { service, stripe } = here;
    const { state } = stripe;
    const email = 'leaving.payer@example.com';
    const Cookie = await signIn(service, email);
    const checkout = (plan: string) => call(Cookie, 'POST', '/v1/billing/checkout', { plan });
    const paid = state.completeCheckout(String((await checkout('startup'))['session_id']));
    await stripe.deliverAll(service.url);
    const subscription = state.subscriptions.get(paid.subscription ?? '') ?? assert.fail();
    assert.equal(subscription.status, 'active');
    const pack = await call(Cookie, 'POST', '/v1/billing/checkout', { credits: 2_000 });

    stripe.isAway = true;
    const deleted = await call(Cookie, 'DELETE', '/v1/account', { confirm: email });
    assert.deepEqual(deleted, { deleted: true, pending: ['subscription'] });
    assert.equal(subscription.status, 'active');
    stripe.isAway = false;
    await until('Stripe is asked again', 30_000, () => subscription.status === 'canceled');
    assert.ok([...state.sessions.values()].every(({ status }) => status !== 'open'));

    // Later events from Stripe do not start a plan.
    await stripe.deliverAll(service.url);
    const registry = await openRegistry(service.env);
    const account = registry.database.query
      .selectFrom('accounts')
      .select(['plan', 'email', 'erased_at'])
      .where('id', '=', String(subscription.metadata['account_id']));
    await until(
      'it is erased',
      30_000,
      async () => (await account.executeTakeFirstOrThrow()).erased_at !== null,
    );
    const { plan, email: left } = await account.executeTakeFirstOrThrow();
    await registry.close();
    assert.deepEqual([plan, left], ['free', '']);

    // Simulates a checkout that the customer pays at the moment when the account is deleted.
    const { now } = state;
    const metadata = subscription.metadata;
    const order = {
      customer: subscription.customer,
      price: 'price_hobby',
      start: now,
      end: now + 86_400,
      metadata,
    };
    const late = state.startSubscription(order);
    await stripe.deliverAll(service.url);
    assert.equal(late.status, 'canceled');
    const begun = state.sessions.get(String(pack['session_id'])) ?? assert.fail();
    assert.equal(begun.status, 'expired');
    begun.status = 'open';
    const { payment_intent: intent } = state.completeCheckout(begun.id);
    await stripe.deliverAll(service.url);
    const { amount, amount_refunded: back } =
      state.payments.get(intent ?? '')?.latest_charge ?? assert.fail();
    assert.deepEqual([amount, back], [1_000, 1_000]);

    const invoice = state.invoices.get(late.latest_invoice ?? '');
    const charge = state.payments.get(invoice?.payment_intent ?? '')?.latest_charge ?? assert.fail();
    assert.ok(charge.amount > 0);
    assert.equal(charge.amount_refunded, charge.amount);
  });
});
