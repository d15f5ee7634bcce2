/**
 * Model-based tests of the monthly quota with fast-check. The model describes the expected state. Each command acts on
 * the service and on the model, and then compares the service with the model.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../packages/server/src/errors.ts';
import { findAllowance } from '../../../packages/server/src/limits/allowances.ts';
import { usageByDay } from '../../../packages/server/src/limits/daily-usage.ts';
import { totalsOf } from '../../../packages/server/src/limits/ledger.ts';
import type { Reservation } from '../../../packages/server/src/limits/quota.ts';
import { renewEveryMs } from '../../../packages/server/src/leases/lease.ts';
import { ledgerRows, ProcessPause, type LimitsProcess, type TestClock } from '../server/limits-process.ts';

export interface QuotaModel {
  limit: number;
  price: number | null;
  credits: number;
  /** Maximum number of billable conversions per month. */
  cap: number;
  months: Map<string, { quota: number; credit: number; overage: number }>;
  failed: number;
  /** A `lasting` reservation stays valid when the lease of its process expires. */
  reservations: { process: number; lasting: boolean; month: string; state: 'held' | 'lost' | 'ended' }[];
}

export interface QuotaSystem {
  processes: readonly LimitsProcess[];
  clock: TestClock;
  account: string;
  reservations: Reservation[];
}

type QuotaCommand = fc.AsyncCommand<QuotaModel, QuotaSystem>;

const thisMonth = ({ clock }: QuotaSystem) => new Date(clock.time).toISOString().slice(0, 7);
const spent = ({ months }: QuotaModel, month: string) =>
  months.get(month) ?? { quota: 0, credit: 0, overage: 0 };
/** Returns the account as the owner of the API key that the given process uses. Each process uses a different key. */
const customer = ({ limit, price }: QuotaModel, { account }: QuotaSystem, process: number) => ({
  id: account,
  plan: { monthlyConversions: limit, overageMicroUsd: price },
  keyId: `key ${process}`,
});

function hasRoom(model: QuotaModel, month: string): boolean {
  const held = model.reservations.filter(({ state }) => state === 'held');
  const now = held.filter((one) => one.month === month).length;
  const { quota, overage } = spent(model, month);
  const billable = model.price === null ? 0 : Math.max(0, model.cap - overage);
  const credits = Math.max(0, model.credits - (held.length - now));
  return now < Math.max(0, model.limit - quota) + credits + billable;
}

function charge(model: QuotaModel, month: string): void {
  const totals = { ...spent(model, month) };
  if (totals.quota < model.limit) totals.quota += 1;
  else if (model.credits > 0) {
    totals.credit += 1;
    model.credits -= 1;
  } else if (model.price !== null && totals.overage < model.cap) totals.overage += 1;
  else totals.quota += 1;
  model.months.set(month, totals);
}

/** Resolves with true if `work` succeeds, and with false if the service rejects it because the quota is exceeded. */
async function admitted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'quota_exceeded') return false;
    throw error;
  }
}

/** Asserts that the ledger (the table of charges) and its totals match the model. */
async function agree(model: QuotaModel, real: QuotaSystem): Promise<void> {
  const { db } = real.processes[0] ?? assert.fail();
  const month = thisMonth(real);
  const { quota: fromQuota, credit, overage } = spent(model, month);
  const totals = await totalsOf(db.query, real.account, month);
  assert.deepEqual(totals, {
    conversions: fromQuota + credit + overage,
    fromQuota,
    billed: overage,
    owedMicroUsd: overage * 5_000,
  });
  const { credits } = await findAllowance(db.query, real.account);
  assert.equal(credits, model.credits);
  assert.equal(await ledgerRows(db, real.account, month), totals.conversions);
  await agreeByDay(model, real);
}

/** Asserts that the daily statistics of each key match the ledger, and count all failures. */
async function agreeByDay(model: QuotaModel, { processes, account, clock }: QuotaSystem): Promise<void> {
  const { db } = processes[0] ?? assert.fail();
  let failed = 0;
  for (const keyId of ['key 0', 'key 1']) {
    const { charged } = await db.query
      .selectFrom('ledger')
      .select(({ fn }) => fn.countAll<number>().as('charged'))
      .where('account_id', '=', account)
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    const days = await usageByDay(db.query, { accountId: account, keyId, days: 366, now: clock.time });
    assert.equal(
      days.reduce((sum, day) => sum + day.conversions, 0),
      charged,
    );
    failed += days.reduce((sum, day) => sum + day.failed, 0);
  }
  assert.equal(failed, model.failed);
}

class ReservePlace implements QuotaCommand {
  readonly process: number;
  readonly lasting: boolean;

  constructor(process: number, lasting: boolean) {
    this.process = process;
    this.lasting = lasting;
  }

  check = () => true;

  async run(model: QuotaModel, real: QuotaSystem): Promise<void> {
    const { quota } = real.processes[this.process] ?? assert.fail();
    const month = thisMonth(real);
    const work = quota
      .reserve(customer(model, real, this.process), { lasting: this.lasting })
      .then((reservation) => {
        real.reservations.push(reservation);
      });
    const admissible = hasRoom(model, month);
    assert.equal(await admitted(work), admissible, 'admitted');
    if (admissible) {
      model.reservations.push({ process: this.process, lasting: this.lasting, month, state: 'held' });
    }
    await agree(model, real);
  }

  toString = () => `process ${this.process} reserves${this.lasting ? ' for good' : ''}`;
}

type ReservationEnd = 'commit' | 'release' | 'fail';

/** Commits, releases or fails a reservation, even if it has already ended. */
class EndReservation implements QuotaCommand {
  readonly how: ReservationEnd;
  readonly nth: number;

  constructor(how: ReservationEnd, nth: number) {
    this.how = how;
    this.nth = nth;
  }

  check = ({ reservations }: Readonly<QuotaModel>) => reservations.length > 0;

  async run(model: QuotaModel, real: QuotaSystem): Promise<void> {
    const n = this.nth % model.reservations.length;
    const expected = model.reservations[n] ?? assert.fail();
    const reservation = real.reservations[n] ?? assert.fail();
    if (this.how === 'fail') {
      await failing(reservation);
      model.failed += 1;
    } else if (this.how === 'release') await reservation.release();
    if (this.how !== 'commit') {
      if (expected.state !== 'ended') expected.state = 'lost';
    } else {
      // A reservation that was released or that has lost its lease (`lost`) can still be charged if the quota has
      // room. The charge of a `lost` reservation belongs to the current month, not to the month of the reservation.
      const month = expected.state === 'lost' ? thisMonth(real) : expected.month;
      const can = expected.state !== 'lost' || hasRoom(model, month);
      const { quota, db } = real.processes[expected.process] ?? assert.fail();
      const charged = db.write((tx) =>
        quota.commit(customer(model, real, expected.process), reservation.id, tx),
      );
      assert.equal(await admitted(charged), can, 'charged');
      if (can && expected.state !== 'ended') {
        expected.state = 'ended';
        charge(model, month);
      }
    }
    await agree(model, real);
  }

  toString = () => `${this.how} ${this.nth}`;
}

/** Ends the reservation in the same way as a conversion that fails because of an unreadable file. */
async function failing(reservation: Reservation): Promise<void> {
  const conversion = () => Promise.reject(new ServiceError('bad_request', 'unreadable'));
  await assert.rejects(reservation.attempt(conversion, new AbortController().signal), /unreadable/);
  await reservation[Symbol.asyncDispose]();
}

class PauseQuotaProcess extends ProcessPause implements QuotaCommand {
  async run(model: QuotaModel, real: QuotaSystem): Promise<void> {
    const { clock, processes } = real;
    for (let step = 0; step < (this.paused === undefined ? 1 : 4); step += 1) {
      clock.time += renewEveryMs;
      for (const [n, { renew }] of processes.entries()) if (n !== this.paused) await renew();
    }
    if (this.paused !== undefined && this.notices) await processes[this.paused]?.renew();
    for (const one of model.reservations) {
      if (one.process === this.paused && !one.lasting && one.state === 'held') one.state = 'lost';
    }
    await agree(model, real);
  }
}

class ChangePlan implements QuotaCommand {
  readonly limit: number;
  readonly price: number | null;

  constructor(limit: number, price: number | null) {
    this.limit = limit;
    this.price = price;
  }

  check = () => true;

  run(model: QuotaModel): Promise<void> {
    Object.assign(model, { limit: this.limit, price: this.price });
    return Promise.resolve();
  }

  toString = () => `the plan is now ${this.limit} a month, ${this.price ?? 'none'} beyond`;
}

const process = fc.nat(1);

export const quotaCommands = [
  fc.tuple(process, fc.boolean()).map(([one, lasting]) => new ReservePlace(one, lasting)),
  fc
    .tuple(fc.constantFrom<ReservationEnd[]>('commit', 'commit', 'release', 'fail'), fc.nat(9))
    .map(([how, nth]) => new EndReservation(how, nth)),
  fc
    .tuple(fc.option(process, { nil: undefined }), fc.boolean())
    .map(([one, sees]) => new PauseQuotaProcess(one, sees)),
  fc.tuple(fc.nat(4), fc.constantFrom(null, 5_000)).map(([limit, price]) => new ChangePlan(limit, price)),
];
