/**
 * Simulates three months of a customer. The test moves the clock, and the fake Stripe fails one call in five and
 * sends its events late, twice and out of order. The invoices equal the ledger to the cent, and no event is lost
 * (contract §12).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../../packages/server/src/config.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { SeededRandom } from '../../chaos/seeded-random.ts';
import { makeAccount } from '../../support/server/admin.ts';
import { openDatabases } from '../../support/storage/databases.ts';
import { FakeStripe } from '../../support/accounts/fake-stripe/server.ts';
import { closing, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { startInProcess, type InProcessService } from '../../support/server/in-process-service.ts';
import { messagesIn } from '../../support/accounts/messages.ts';
import { answerOf, until } from '../../support/server/service.ts';
import { ours, signIn } from '../../support/accounts/sessions.ts';
import { toYaml } from '../../support/server/test-app.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const quotas = { free: 2, startup: 4, scale: 6 };
const email = 'ada@example.com';
const rates = { free: 100_000, startup: 100_000, scale: 100_000 };

onEachDatabase((kind) => {
  const here = fixture(async (stack) => {
    const databases = closing(stack, await openDatabases(kind));
    const clock: { service?: InProcessService } = {};
    const stripe = closing(stack, await FakeStripe.start({ now: () => clock.service?.now() ?? Date.now() }));
    const service = closing(
      stack,
      await startInProcess({
        ...(await databases.fresh()),
        ...stripe.settings,
        QUOTA_OVERRIDES: JSON.stringify(quotas),
        RATE_OVERRIDES: JSON.stringify(rates),
      }),
    );
    clock.service = service;
    const database = closing(stack, await openDatabase(loadConfig(service.env), () => undefined));
    return { service, stripe, database };
  });

  test('bills a customer correctly for 3 months of plan changes, overage and credits', async () => {
    const { service, stripe, database } = here;
    const { state } = stripe;
    const seeded = new SeededRandom(1, 'events');
    const random = () => seeded.integer(0, 999_999) / 1e6;
    const { account_id: id, api_key: key } = await makeAccount(service.env, email, 'free');

    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(service.url + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const usage = async () => (await ask('GET', '/v1/usage')).body;
    /**
     * Starts `count` conversions and returns how many conversions succeeded. The other conversions are refused because
     * the quota is used up.
     */
    const convert = async (count: number) => {
      let done = 0;
      for (let nth = 0; nth < count; nth += 1) {
        const body = new FormData();
        for (const [name, value] of toYaml()) body.append(name, value);
        const headers = { Authorization: `Bearer ${key}` };
        const answer = await answerOf(
          await fetch(`${service.url}/v1/convert`, { method: 'POST', headers, body }),
        );
        assert.ok([200, 429].includes(answer.status), answer.body.toString());
        done += Number(answer.status === 200);
      }
      return done;
    };
    /** Requests the URL of a Stripe page, with retries when Stripe fails. */
    const pageOf = async (path: string, body: object) => {
      let last = await ask('POST', path, body);
      for (let tries = 0; last.status === 502 && tries < 5; tries += 1) last = await ask('POST', path, body);
      assert.equal(last.status, 200, JSON.stringify(last.body));
      return String(last.body['session_id']);
    };
    const moveTo = (time: number) => service.pass(time - service.now());
    const month = (nth: number, day = 1) => {
      const start = new Date(began);
      return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + nth, day);
    };
    const deliver = () => stripe.deliverAll(service.url, random);
    const planIs = async (plan: string) => {
      await deliver();
      assert.equal((await ask('GET', '/v1/account')).body['plan'], plan);
    };
    const ledger = (from: number, to: number) =>
      database.query
        .selectFrom('ledger')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('account_id', '=', id)
        .where('payer', '=', 'overage')
        .where('at', '>=', from)
        .where('at', '<', to)
        .executeTakeFirstOrThrow()
        .then(({ rows }) => rows);
    const metered = () => [...state.meter.values()].reduce((sum, { value }) => sum + value, 0);
    const allReported = (what: string) =>
      until(what, 60_000, async () => metered() === (await ledger(0, Number.MAX_SAFE_INTEGER)));
    /**
     * Moves the clock past the start of month `nth`. Returns when the usage of the last hour is reported and Stripe has
     * drafted and finalized its invoices.
     */
    const overTheFirst = async (nth: number) => {
      moveTo(month(nth) + minuteMs);
      await until('the last hour is closed', 60_000, async () => {
        const open = await database.query
          .selectFrom('meter_hours')
          .select('hour')
          .where('due_at', 'is not', null)
          .execute();
        return open.length === 0;
      });
      state.tick();
      moveTo(month(nth) + 2 * hourMs);
      state.tick();
      await deliver();
    };

    // The simulated time starts on the tenth of the next month, so that each run of the test simulates the same three
    // months.
    const today = new Date();
    const began = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10, 12);
    moveTo(began);
    stripe.failsOneIn = 5;

    assert.equal(await convert(3), 2, 'Free is a hard stop');
    state.completeCheckout(await pageOf('/v1/billing/checkout', { plan: 'startup' }));
    await planIs('startup');

    await ask('POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: 0.025 });
    assert.equal(await convert(8), 2 + 5, 'the rest of the quota, then overage up to the cap');
    assert.equal((await usage())['overage_spent_usd'], 0.025);
    await ask('POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: 0.05 });
    assert.equal(await convert(2), 2, 'the cap was raised');

    const pack = state.completeCheckout(await pageOf('/v1/billing/checkout', { credits: 1_000 }));
    await deliver();
    assert.equal((await usage())['credits'], 1_000);
    assert.equal(await convert(1), 1);
    assert.equal((await usage())['credits'], 999, 'credits pay before overage');
    state.refund(pack.payment_intent ?? '');
    await deliver();
    assert.equal((await usage())['credits'], 0, 'never below 0');
    assert.match(service.log(), /had been spent: a loss/);

    service.pass(hourMs);
    await allReported('the first overage is reported');
    await ask('POST', '/v1/billing/overage', { enabled: true, monthly_cap_usd: null });
    stripe.isAway = true;
    service.pass(24 * hourMs);
    assert.equal(await convert(2), 2, 'conversions go on while Stripe is away');
    service.pass(24 * hourMs);
    assert.equal(await convert(1), 1);
    assert.equal(metered(), 7);
    stripe.isAway = false;
    service.pass(2 * hourMs);
    await allReported('what Stripe missed in two days is reported');

    moveTo(month(0, 20));
    state.confirmPortal(await pageOf('/v1/billing/checkout', { plan: 'scale' }));
    await planIs('scale');
    assert.equal(await convert(3), 3, 'two more of the larger quota, and one beyond');
    await overTheFirst(1);

    // At the end of this month the card is declined, and a few days later the card is accepted.
    moveTo(month(1, 15));
    assert.equal(await convert(8), 8);
    const customer = [...state.customers.keys()][0] ?? '';
    state.refusedCards.add(customer);
    await overTheFirst(2);
    const statuses = () => [...state.subscriptions.values()].map(({ status }) => status);
    assert.ok(statuses().includes('past_due'));
    await planIs('scale');
    service.pass(72 * hourMs);
    state.refusedCards.clear();
    state.retryPayments(customer);
    await planIs('scale');
    assert.ok(!statuses().includes('past_due'));

    // In the last month, the customer cancels the plan. The plan ends with the paid period.
    moveTo(month(2, 20));
    const plan = [...state.subscriptions.values()].find(({ metadata }) => metadata['plan'] !== undefined);
    state.cancelAtPeriodEnd(plan?.id ?? '');
    await planIs('scale');
    assert.equal(await convert(7), 7);
    await overTheFirst(3);
    await planIs('free');
    await until('the overage subscription is ended', 60_000, () =>
      Promise.resolve(statuses().every((status) => status === 'canceled')),
    );
    await deliver();
    await planIs('free');
    assert.equal(await convert(3), 2, 'Free is a hard stop again');

    // The account is deleted while a checkout for credits is open and unpaid.
    const begun = await pageOf('/v1/billing/checkout', { credits: 1_000 });
    const deleted = await fetch(`${service.url}/v1/account`, {
      method: 'DELETE',
      headers: { Cookie: await signIn(service, email), ...ours, 'Content-Type': 'application/json' },
      body: JSON.stringify({ confirm: email }),
    });
    assert.equal(deleted.status, 200, await deleted.text());
    assert.equal((await ask('GET', '/v1/usage')).status, 401);
    const account = database.query.selectFrom('accounts').select(['email', 'erased_at']).where('id', '=', id);
    await until('it is erased, however often Stripe fails', 60_000, async () => {
      return (await account.executeTakeFirstOrThrow()).erased_at !== null;
    });
    assert.equal((await account.executeTakeFirstOrThrow()).email, '');
    assert.equal(state.sessions.get(begun)?.status, 'expired');
    await deliver();
    assert.ok(statuses().every((status) => status === 'canceled'));

    for (const nth of [0, 1, 2]) {
      const [from, to] = [month(nth), month(nth + 1)];
      const lines = [...state.invoices.values()]
        .filter(({ period }) => period.start * 1000 >= from && period.start * 1000 < to)
        .flatMap((invoice) => invoice.lines)
        .filter(({ price }) => price === 'price_overage');
      const conversions = await ledger(from, to);
      assert.ok(conversions > 0);
      assert.equal(
        lines.reduce((sum, { quantity }) => sum + quantity, 0),
        conversions,
        `month ${nth}`,
      );
      assert.equal(
        lines.reduce((sum, { amount }) => sum + amount, 0),
        Math.round(conversions * 0.5),
        `cents of month ${nth}`,
      );
    }
    assert.ok([...state.invoices.values()].every(({ status }) => status === 'paid'));

    assert.equal(state.events.length, 0);
    assert.deepEqual(stripe.mistakes, []);
    const balances = await database.query.selectFrom('allowances').select('credits').execute();
    assert.deepEqual(
      balances.map(({ credits }) => credits),
      [0],
    );

    const subjects = (await messagesIn(service.dataDir)).map(({ subject }) => subject);
    const atOnce = subjects.filter((subject) => /cap/.test(subject));
    assert.equal(atOnce.length, new Set(atOnce).size, 'each mail about the cap once in its month');
  });
});
