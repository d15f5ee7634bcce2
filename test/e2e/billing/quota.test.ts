/** The monthly quota in the database is exact when processes race or crash (contract §9.3). */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { ServiceError } from '../../../packages/server/src/errors.ts';
import { monthOf } from '../../../packages/server/src/kit/months.ts';
import { usageByDay } from '../../../packages/server/src/limits/daily-usage.ts';
import { totalsOf } from '../../../packages/server/src/limits/ledger.ts';
import { renewEveryMs } from '../../../packages/server/src/leases/lease.ts';
import { onEachDatabase, processPairFixture } from '../../support/fixtures.ts';
import { anAccount, ledgerRows, TestClock } from '../../support/server/limits-process.ts';
import { quotaCommands, type QuotaModel } from '../../support/accounts/quota-model.ts';
import type { QuotaRace, QuotaRaceOutcome } from '../../support/accounts/quota-racer.ts';

const racer = fileURLToPath(new URL('../../support/accounts/quota-racer.ts', import.meta.url));
/** 30 s before the end of November in UTC. */
const late = Date.parse('2026-11-30T23:59:30Z');

onEachDatabase((kind) => {
  const clock = new TestClock(late);
  const here = processPairFixture(kind, clock);

  // Renews the leases before each test, because they have expired if the previous test moved the clock by months.
  beforeEach(async () => {
    for (const { renew } of here.processes) await renew();
  });

  const startRacer = async () => {
    const child = fork(racer, [JSON.stringify(here.env), String(clock.time)]);
    await once(child, 'message');
    return child;
  };

  const free = async (monthlyConversions: number) => ({
    id: await anAccount(here.one.db),
    plan: { monthlyConversions, overageMicroUsd: null },
  });

  test('two processes that reserve, charge and release in any order keep the ledger correct', async () => {
    const start = fc.record({
      limit: fc.nat(4),
      price: fc.constantFrom(null, 5_000),
      credits: fc.nat(2),
      cap: fc.constantFrom(0, 2, Infinity),
    });
    const steps = fc.commands(quotaCommands, { maxCommands: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(start, steps, async (terms, steps) => {
        clock.time = Math.max(late, clock.time);
        for (const { renew } of here.processes) await renew();
        const account = await anAccount(here.one.db);
        const allowance = {
          account_id: account,
          credits: terms.credits,
          overage_cap_micro_usd: terms.cap === Infinity ? null : terms.cap * 5_000,
        };
        await here.one.db.query.insertInto('allowances').values(allowance).execute();
        const model: QuotaModel = { ...terms, months: new Map(), failed: 0, reservations: [] };
        const real = { processes: here.processes, clock, account, reservations: [] };
        await fc.asyncModelRun(() => ({ model, real }), steps);
      }),
      { numRuns: 60 },
    );
  });

  test('the quota error contains the limit, usage and reset time (contract §9.4)', async () => {
    const customer = await free(2);
    clock.time = Date.parse('2027-01-15T12:00:00Z');
    await (await here.one.quota.reserve(customer)).commit();
    await here.one.quota.reserve(customer);
    for (const refused of [() => here.one.quota.reserve(customer), () => here.one.quota.check(customer)]) {
      await assert.rejects(refused, (error) => {
        assert.ok(error instanceof ServiceError);
        assert.deepEqual([error.status, error.code], [429, 'quota_exceeded']);
        assert.deepEqual(error.details, { limit: 2, used: 2, resets_at: '2027-02-01T00:00:00.000Z' });
        assert.deepEqual(error.bound, { limit: 2, reset: Date.parse('2027-02-01T00:00:00Z') / 1000 });
        return true;
      });
    }
  });

  test('counts a conversion in the month of its reservation, not of its charge', async () => {
    const customer = await free(1);
    clock.time = Date.parse('2027-03-31T23:59:59.999Z');
    const reservation = await here.one.quota.reserve(customer);
    clock.time += 1;
    await here.one.quota.reserve(customer);
    await reservation.commit();
    assert.equal(await ledgerRows(here.one.db, customer.id, '2027-03'), 1);
    assert.equal(await ledgerRows(here.one.db, customer.id, '2027-04'), 0);
  });

  test('frees the quota reservation of a process without heartbeats', async () => {
    const customer = await free(1);
    const lost = await here.other.quota.reserve(customer);
    for (let step = 0; step < 4; step += 1) {
      clock.time += renewEveryMs;
      await here.one.renew();
    }
    const mine = await here.one.quota.reserve(customer);
    await assert.rejects(lost.commit(), { code: 'quota_exceeded' });
    await mine.commit();
    assert.equal(await ledgerRows(here.one.db, customer.id), 1);
  });

  test("rolls back the reservation or charge of a conversion if the caller's transaction fails", async () => {
    const customer = await free(1);
    const torn = here.one.db.write(async (db) => {
      await here.one.quota.reserve(customer, { db, lasting: true });
      throw new Error('torn');
    });
    await assert.rejects(torn, /torn/);
    const reservation = await here.one.quota.reserve(customer);
    await assert.rejects(
      reservation.commit(() => Promise.reject(new Error('torn'))),
      /torn/,
    );
    assert.equal(await ledgerRows(here.one.db, customer.id), 0);
    await reservation.commit();
    assert.equal(await ledgerRows(here.one.db, customer.id), 1);
  });

  test('leaving the `await using` block releases a quota reservation that was not charged', async () => {
    const customer = await free(1);
    const failing = async () => {
      await using reservation = await here.one.quota.reserve(customer);
      await reservation.commit(() => Promise.reject(new Error('torn')));
    };
    await assert.rejects(failing(), /torn/);
    {
      await using charged = await here.one.quota.reserve(customer);
      await charged.commit();
    }
    await assert.rejects(here.one.quota.reserve(customer), { code: 'quota_exceeded' });
    assert.equal(await ledgerRows(here.one.db, customer.id), 1);
  });

  test('counts timeouts, but not disconnects or overload rejections, as failed conversions', async () => {
    const customer = await free(5);
    const overloaded = new ServiceError('service_unavailable', 'full', { status: 503 });
    const timeout = new ServiceError('service_unavailable', 'timeout');
    const failed = async (error: Error, signal = new AbortController().signal) => {
      await using reservation = await here.one.quota.reserve(customer);
      await reservation.attempt(() => Promise.reject(error), signal).catch(() => {});
    };
    const failures = async () => {
      const day = { accountId: customer.id, days: 1, now: clock.time };
      return (await usageByDay(here.one.db.query, day))[0]?.failed;
    };
    await failed(overloaded);
    await failed(new Error('gone'), AbortSignal.abort());
    assert.equal(await failures(), 0);
    await failed(timeout);
    await failed(new Error('a bug'));
    assert.equal(await failures(), 2);
    const reservations = here.one.db.query.selectFrom('reservations').where('account_id', '=', customer.id);
    assert.deepEqual(await reservations.selectAll().execute(), []);
  });

  test('a quota of 250 allows exactly 250 of 1,000 concurrent conversions', async () => {
    const customer = await free(250);
    let successes = 0;
    let waiting: (() => void)[] = [];
    const convert = async (n: number): Promise<void> => {
      const reservation = await here.one.quota
        .check(customer)
        .then(() => here.one.quota.reserve(customer))
        .catch((error: unknown) => {
          if (error instanceof ServiceError && error.code === 'quota_exceeded') return undefined;
          throw error;
        });
      if (!reservation && successes < 250) {
        // Waits until a failed conversion has released its reservation, then tries again. After 250 successes, no
        // conversion waits any longer.
        await new Promise<void>((resolve) => waiting.push(resolve));
        return convert(n);
      }
      if (!reservation) return;
      await new Promise(setImmediate);
      if (n % 10 === 0) {
        await reservation.release();
        waiting.shift()?.();
      } else {
        await reservation.commit();
        successes += 1;
        if (successes < 250) return;
        for (const wake of waiting) wake();
        waiting = [];
      }
    };
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => convert(n)));
    assert.equal(successes, 250);
    assert.equal(await ledgerRows(here.one.db, customer.id), 250);
    const { conversions } = await totalsOf(here.one.db.query, customer.id, monthOf(clock.time).name);
    assert.equal(conversions, 250);
    await assert.rejects(here.one.quota.reserve(customer), { code: 'quota_exceeded' });
  });

  test('in each of 50 rounds, 4 concurrent processes charge exactly as many conversions as the quota allows', async () => {
    const racers = await Promise.all(Array.from({ length: 4 }, startRacer));
    try {
      for (let round = 0; round < 50; round += 1) {
        const customer = await free(1 + (round % 6));
        const run = async (child: (typeof racers)[number]) => {
          const answer = once(child, 'message');
          child.send({ customer, attempts: 4 } satisfies QuotaRace);
          return ((await answer) as [QuotaRaceOutcome])[0];
        };
        // Every third conversion of the first run fails and frees its unit of the quota. The second run uses the units
        // that the failed conversions freed.
        const outcomes = await Promise.all(racers.map(run));
        const more = await Promise.all(racers.map(run));
        const successes = [...outcomes, ...more].reduce((sum, { charged }) => sum + charged, 0);
        assert.equal(successes, customer.plan.monthlyConversions);
        assert.equal(await ledgerRows(here.one.db, customer.id), successes);
      }
    } finally {
      for (const child of racers) child.disconnect();
    }
  });

  test('the next sweep frees the quota reservations of a killed process', async () => {
    const customer = await free(1);
    const child = await startRacer();
    child.send({ customer, attempts: 1, hang: true } satisfies QuotaRace);
    await once(child, 'message');
    try {
      await assert.rejects(here.one.quota.reserve(customer), { code: 'quota_exceeded' });
    } finally {
      child.kill('SIGKILL');
    }
    await once(child, 'exit');
    await here.one.sweep();
    await here.one.quota.reserve(customer);
  });
});
