/**
 * Stripe events may arrive late, twice, concurrently or in any order. The resulting state of an account always matches
 * the state that Stripe stores (contract §12.6).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Accounts, type Account } from '../../../packages/server/src/accounts/accounts.ts';
import { planTable } from '../../../packages/server/src/accounts/plans.ts';
import { Checkout } from '../../../packages/server/src/billing/checkout.ts';
import { openStripe } from '../../../packages/server/src/billing/billing.ts';
import type { StripeEvents } from '../../../packages/server/src/billing/events.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { systemClock as clock } from '../../../packages/server/src/kit/clock.ts';
import { randomId as newId } from '../../../packages/server/src/kit/ids.ts';
import { systemRandom as random } from '../../../packages/server/src/kit/secrets.ts';
import { findAllowance } from '../../../packages/server/src/limits/allowances.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import type { FakeEvent } from '../../support/accounts/fake-stripe/state.ts';
import { closing, emptyData, fixture, onEachDatabase } from '../../support/fixtures.ts';

const actions = [
  'subscribe',
  'subscribe twice',
  'change',
  'miss a payment',
  'pay it',
  'end',
  'buy credits',
  'refund half',
  'dispute',
  'win',
] as const;

type Action = (typeof actions)[number];

/**
 * A step is either an action, which changes the state at Stripe, or an array, which delivers earlier events.
 * The array contains the indexes of the events to deliver. Index 0 is the newest event. An event can be
 * delivered several times.
 */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...actions) },
  { weight: 3, arbitrary: fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }) },
);

onEachDatabase((kind) => {
  const here = fixture(async (stack) => {
    const stripe = closing(stack, await FakeStripe.start());
    const config = loadConfig({ ...(await emptyData(stack, kind)), ...stripe.settings });
    const database = closing(stack, await openDatabase(config, () => undefined));
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const onError = (error: unknown) => assert.fail(String(error));
    const open = () => openStripe({ config, database, clock, newId, log, onError });
    // Opens the database twice, as two processes do.
    const [opened, other] = [open(), open()];
    const accounts = new Accounts({ database, plans: planTable(config), clock, newId, random });
    const checkout = new Checkout({ ...opened, clock, returnUrl: () => 'http://localhost/dashboard' });
    return { ...opened, other, fake: stripe, database, accounts, checkout };
  });

  const applyTo = (events: StripeEvents, { id, type, data }: FakeEvent) =>
    events.apply({ id, kind: type, object: data.object });

  const fakeOf = (customer: string) => {
    const { state } = here.fake;
    const of = <T extends { customer: string }>(all: Iterable<T>) =>
      [...all].filter((one) => one.customer === customer);
    return {
      live: () => of(state.subscriptions.values()).filter(({ status }) => status !== 'canceled'),
      payments: () =>
        of(state.sessions.values()).flatMap(({ mode, payment_intent: intent, metadata }) =>
          mode === 'payment' && intent !== null ? [{ intent, credits: Number(metadata['credits']) }] : [],
        ),
    };
  };

  async function act(account: Account, customer: string, action: Action): Promise<void> {
    const { checkout } = here;
    const { state } = here.fake;
    const { live, payments } = fakeOf(customer);
    const [current] = live();
    const last = payments().at(-1);
    const emitOf = (status: string) => {
      if (!current) return;
      current.status = status;
      state.emit('customer.subscription.updated', current);
    };
    switch (action) {
      case 'subscribe':
      case 'subscribe twice': {
        if (current) return;
        const sessions = [await checkout.plan(account, 'hobby')];
        if (action === 'subscribe twice') sessions.push(await checkout.plan(account, 'startup'));
        for (const { id } of sessions) {
          const session = state.sessions.get(id);
          if (session) session.status = 'open';
          state.completeCheckout(id);
        }
        return;
      }
      case 'change': {
        if (live().length !== 1 || !current) return;
        const plan = current.items.data[0]?.price.id === 'price_growth' ? 'hobby' : 'growth';
        state.confirmPortal((await checkout.plan(account, plan)).id);
        return;
      }
      case 'miss a payment':
        return emitOf('past_due');
      case 'pay it':
        return emitOf('active');
      case 'end':
        return current && void state.end(current.id);
      case 'buy credits':
        return void state.completeCheckout((await checkout.credits(account, 2_000)).id);
      case 'refund half':
        return last && state.refund(last.intent, 500);
      case 'dispute':
        return last && state.dispute(last.intent, 'needs_response');
      case 'win':
        return last && state.dispute(last.intent, 'won');
    }
  }

  test('a late Stripe response does not overwrite the newer state that another process has stored', async () => {
    const { events, other, customers, accounts, fake, checkout } = here;
    const { account } = await accounts.create(`${newId()}@example.com`, 'free');
    const { customer_id: customer } = await customers.ensure(account);
    const { subscription } = fake.state.completeCheckout((await checkout.plan(account, 'hobby')).id);
    const [earlier = assert.fail()] = fake.state.events.splice(0);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fake.beforeAnswer = () => {
      fake.beforeAnswer = () => Promise.resolve();
      asked.resolve();
      return answered.promise;
    };
    const slow = applyTo(events, earlier);
    await asked.promise;
    fake.state.end(subscription ?? '');
    await Promise.all(fake.state.events.splice(0).map((event) => applyTo(other.events, event)));
    answered.resolve();
    await slow;
    assert.equal(fakeOf(customer).live().length, 0);
    assert.equal((await accounts.find(account.id))?.plan.name, 'free');
  });

  test('the plan and credits match Stripe after any order of changes and events', async () => {
    const { events, other, customers, accounts, database, fake } = here;
    const apply = (event: FakeEvent) => applyTo(Math.random() < 0.5 ? events : other.events, event);
    fake.beforeAnswer = () => wait(Math.random() < 0.7 ? 0 : Math.random() * 50);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { account } = await accounts.create(`${newId()}@example.com`, 'free');
        const { customer_id: customer } = await customers.ensure(account);
        const emitted: FakeEvent[] = [];
        // Promises of events that are applied while the next steps run.
        const underWay: Promise<void>[] = [];
        const refunds = new Map<string, number>();
        for (const one of steps) {
          if (typeof one === 'string') {
            const before = fakeOf(customer).payments().at(-1)?.intent ?? '';
            if (one === 'refund half' && (refunds.get(before) ?? 0) >= 2) continue;
            if (one === 'refund half') refunds.set(before, (refunds.get(before) ?? 0) + 1);
            await act(account, customer, one);
            emitted.push(...fake.state.events.splice(0));
          } else underWay.push(...one.flatMap((nth) => emitted.at(-1 - nth) ?? []).map(apply));
        }
        await Promise.all(underWay);
        // Finally applies all events. An applied event may end a second subscription, whose end emits more events.
        await Promise.all(emitted.toReversed().map(apply));
        for (let rest = fake.state.events.splice(0); rest.length > 0; rest = fake.state.events.splice(0))
          await Promise.all(rest.map(apply));

        const { live, payments } = fakeOf(customer);
        const [current, ...more] = live();
        assert.deepEqual(more, [], 'never two subscriptions');
        const plan = current?.items.data[0]?.price.id.replace('price_', '') ?? 'free';
        assert.equal((await accounts.find(account.id))?.plan.name, plan);
        const credits = payments().reduce((sum, { intent, credits }) => {
          const charge = fake.state.payments.get(intent)?.latest_charge ?? assert.fail();
          const dispute = [...fake.state.disputes.values()].find((one) => one.payment_intent === intent);
          const isGone = dispute !== undefined && dispute.status !== 'won';
          return (
            sum + (isGone ? 0 : credits - Math.floor((credits * charge.amount_refunded) / charge.amount))
          );
        }, 0);
        assert.equal((await findAllowance(database.query, account.id)).credits, credits);
      }),
      { numRuns: kind === 'sqlite' ? 40 : 20 },
    );
    assert.deepEqual(fake.mistakes, []);
  });
});
