/** Tests checkout, portal, Stripe's events and credits against a fake Stripe that keeps state (contract §12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../support/server/admin.ts';
import { openDatabases } from '../../support/storage/databases.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';

interface Answer {
  status: number;
  body: { error?: { code: string; message: string; details?: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
}

onEachDatabase((kind) => {
  const here: { service: InProcessService; stripe: FakeStripe } = fixture(async (stack) => {
    const databases = closing(stack, await openDatabases(kind));
    const stripe = closing(stack, await FakeStripe.start());
    const settings = { RATE_OVERRIDES: '{"free":100000,"startup":100000,"hobby":100000,"scale":100000}' };
    const env = { ...(await databases.fresh()), ...settings, ...stripe.settings };
    return { stripe, service: closing(stack, await startInProcess(env)) };
  });

  const ask = async (key: string, method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(here.service.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const checkout = (key: string, body: object) => ask(key, 'POST', '/v1/billing/checkout', body);
  const sessionFor = async (key: string, body: object) => {
    const { status, body: answer } = await checkout(key, body);
    assert.equal(status, 200, JSON.stringify(answer));
    assert.deepEqual(Object.keys(answer).sort(), ['checkout_url', 'session_id']);
    return String(answer['session_id']);
  };
  const planOf = async (key: string) => {
    const { body } = await ask(key, 'GET', '/v1/account');
    return [body['plan'], body['plan_source']];
  };
  const creditsOf = async (key: string) => (await ask(key, 'GET', '/v1/usage')).body['credits'];
  const deliver = () => here.stripe.deliverAll(here.service.url);
  let made = 0;
  const free = async (plan = 'free') => {
    made += 1;
    return makeAccount(here.service.env, `owner${made}@example.com`, plan);
  };
  /** Creates an account that has paid for a plan. */
  const paying = async (plan: string) => {
    const account = await free();
    const session = here.stripe.state.completeCheckout(await sessionFor(account.api_key, { plan }));
    await deliver();
    return { key: account.api_key, id: account.account_id, session };
  };

  test('a plan is active from a completed checkout until the subscription ends', async () => {
    const { key, id, session } = await paying('startup');
    assert.deepEqual(await planOf(key), ['startup', 'stripe']);
    assert.equal(session.client_reference_id, id);
    const subscription = session.subscription ?? '';
    const next = new Date();
    assert.equal(session.anchor, Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1) / 1000);
    here.stripe.state.cancelAtPeriodEnd(subscription);
    await deliver();
    assert.deepEqual(await planOf(key), ['startup', 'stripe']);
    here.stripe.state.end(subscription);
    await deliver();
    assert.deepEqual(await planOf(key), ['free', 'default']);
  });

  test("a subscribed customer changes plans on the confirmation page of Stripe's portal", async () => {
    const { key } = await paying('startup');
    const { body } = await checkout(key, { plan: 'scale' });
    const id = String(body['session_id']);
    assert.match(String(body['checkout_url']), /billing\.stripe/);
    here.stripe.state.confirmPortal(id);
    await deliver();
    assert.deepEqual(await planOf(key), ['scale', 'stripe']);
  });

  test('keeps only one subscription after two completed checkouts', async () => {
    const { account_id: id, api_key: key } = await free();
    const { state } = here.stripe;
    const first = await sessionFor(key, { plan: 'hobby' });
    const second = await sessionFor(key, { plan: 'startup' });
    assert.equal(state.sessions.get(first)?.status, 'expired', 'at most one is open');
    // Opens the first checkout again, as if both checkouts had been open at the same time.
    const open = state.sessions.get(first);
    if (open) open.status = 'open';
    for (const one of [first, second]) state.completeCheckout(one);
    await deliver();
    await deliver();
    const live = [...state.subscriptions.values()].filter((one) => one.metadata['account_id'] === id);
    assert.deepEqual(live.map(({ status }) => status).sort(), ['active', 'canceled']);
    const ended = live.find(({ status }) => status === 'canceled');
    const invoice = state.invoices.get(ended?.latest_invoice ?? '');
    const charge = state.payments.get(invoice?.payment_intent ?? '')?.latest_charge;
    assert.ok(charge && charge.amount > 0);
    assert.equal(charge.amount_refunded, charge.amount);
    const kept = live.find(({ status }) => status === 'active')?.metadata['plan'];
    assert.deepEqual(await planOf(key), [kept, 'stripe']);
  });

  test('keeps a paid plan until Stripe stops retrying a failed payment', async () => {
    const { key, session } = await paying('hobby');
    const { state } = here.stripe;
    const subscription = state.subscriptions.get(session.subscription ?? '') ?? assert.fail();
    subscription.status = 'past_due';
    state.emit('customer.subscription.updated', subscription);
    await deliver();
    assert.deepEqual(await planOf(key), ['hobby', 'stripe']);
    const again = await checkout(key, { plan: 'startup' });
    assert.match(String(again.body['checkout_url']), /billing\.stripe/, 'never a second subscription');
    subscription.status = 'unpaid';
    state.emit('customer.subscription.updated', subscription);
    await deliver();
    assert.deepEqual(await planOf(key), ['free', 'default']);
    subscription.status = 'active';
    state.emit('customer.subscription.updated', subscription);
    await deliver();
    assert.deepEqual(await planOf(key), ['hobby', 'stripe']);
  });

  test('uses the current subscription state at Stripe, not an outdated state in an event', async () => {
    const { key, session } = await paying('hobby');
    const { state } = here.stripe;
    const subscription = state.subscriptions.get(session.subscription ?? '') ?? assert.fail();
    state.emit('customer.subscription.deleted', { ...subscription, status: 'canceled' });
    await deliver();
    assert.deepEqual(await planOf(key), ['hobby', 'stripe']);
  });

  test("grants purchased credits only once, even if Stripe's events are reordered and repeated", async () => {
    const { api_key: key } = await free();
    const { state } = here.stripe;
    const session = state.completeCheckout(await sessionFor(key, { credits: 3_000 }));
    const intent = session.payment_intent ?? '';
    state.refund(intent, 500);
    state.events.reverse();
    const events = [...state.events];
    await deliver();
    for (const event of events) assert.equal(await here.stripe.send(here.service.url, event), 200);
    assert.equal(await creditsOf(key), 2_000);
    state.refund(intent);
    await deliver();
    assert.equal(await creditsOf(key), 0);
  });

  test('a disputed payment removes credits until the dispute is won', async () => {
    const { api_key: key } = await free();
    const { state } = here.stripe;
    const intent = state.completeCheckout(await sessionFor(key, { credits: 1_000 })).payment_intent ?? '';
    state.dispute(intent, 'needs_response');
    await deliver();
    assert.equal(await creditsOf(key), 0);
    state.dispute(intent, 'won');
    await deliver();
    assert.equal(await creditsOf(key), 1_000);
  });

  test('does not sell a plan to an account whose plan was set by the operator', async () => {
    const { api_key: key } = await free('startup');
    const { status, body } = await checkout(key, { plan: 'scale' });
    assert.equal(status, 400);
    assert.match(body.error?.message ?? '', /operator/);
    assert.equal((await checkout(key, { credits: 1_000 })).status, 200, 'credits are still sold');
  });

  test("returns the URL of Stripe's customer portal", async () => {
    const { api_key: key } = await free();
    const { status, body } = await ask(key, 'POST', '/v1/billing/portal');
    assert.equal(status, 200);
    assert.match(String(body['portal_url']), /^https:/);
  });

  const refused: [string, object, RegExp][] = [
    ['the current plan', { plan: 'hobby' }, /already/],
    ['Free', { plan: 'free' }, /portal/],
    ['enterprise', { plan: 'enterprise' }, /operator/],
    ['an unknown plan', { plan: 'gold' }, /hobby, startup/],
    ['half a pack', { credits: 1_500 }, /multiple of 1000/],
    ['a negative number', { credits: -1_000 }, /multiple of 1000/],
    ['nothing', {}, /"plan" and "credits"/],
    ['both', { plan: 'hobby', credits: 1_000 }, /"plan" and "credits"/],
  ];
  test('returns 400 with instructions for a checkout of a product that is not for sale', async () => {
    const { key } = await paying('hobby');
    for (const [what, body, message] of refused) {
      const { status, body: answer } = await checkout(key, body);
      assert.equal(status, 400, what);
      assert.match(answer.error?.message ?? '', message, what);
    }
  });

  test('rejects Stripe events that are unsigned, modified or signed more than 5 minutes ago', async () => {
    const { stripe, service } = here;
    const body = JSON.stringify({ id: 'evt_x', type: 'customer.subscription.updated', data: { object: {} } });
    const post = async (headers: Record<string, string>, sent = body) => {
      const response = await fetch(`${service.url}/internal/stripe/webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: sent,
      });
      const answer = (await response.json()) as Answer['body'];
      return [response.status, answer.error?.code];
    };
    const now = Math.floor(Date.now() / 1000);
    const signed = { 'Stripe-Signature': stripe.signature(body) };
    assert.deepEqual(await post(signed), [200, undefined]);
    const invalid = [401, 'invalid_signature'];
    assert.deepEqual(await post({}), invalid);
    assert.deepEqual(await post({ 'Stripe-Signature': 't=1,v1=00' }), invalid);
    assert.deepEqual(await post({ 'Stripe-Signature': stripe.signature(body, now - 301) }), invalid);
    assert.deepEqual(await post({ 'Stripe-Signature': stripe.signature(body, now - 290) }), [200, undefined]);
    assert.deepEqual(await post(signed, `${body} `), invalid);
    assert.equal(
      await stripe.send(service.url, { id: 'evt_y', type: 'tax.unheard', data: { object: {} } }),
      200,
    );
  });

  test('all requests that the billing tests send to Stripe are well-formed', () =>
    assert.deepEqual(here.stripe.mistakes, []));
});

test('the billing endpoints name the missing setting if Stripe is not configured', async () => {
  const service = await startInProcess();
  try {
    const { api_key: key } = await makeAccount(service.env, 'ada@example.com', 'free');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    for (const [path, body, setting] of [
      ['/v1/billing/checkout', '{"plan":"hobby"}', 'STRIPE_SECRET_KEY'],
      ['/v1/billing/checkout', '{"credits":1000}', 'STRIPE_SECRET_KEY'],
      ['/v1/billing/portal', '{}', 'STRIPE_SECRET_KEY'],
      ['/internal/stripe/webhook', '{}', 'STRIPE_WEBHOOK_SECRET'],
    ] as const) {
      const response = await fetch(service.url + path, { method: 'POST', headers, body });
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      assert.deepEqual([response.status, error.code], [502, 'service_unavailable'], path);
      assert.match(error.message, new RegExp(setting));
    }
  } finally {
    await service.close();
  }
});
