/**
 * The monthly quota (contract §9.3). A conversion reserves one unit of the quota when it is accepted, so that
 * concurrent conversions cannot exceed the account's allowance. The reserved unit is charged on success and released on
 * failure.
 */
import type { Kysely } from 'kysely';
import { accountDeleted } from '../accounts/open-account.ts';
import type { AccountPlan } from '../accounts/plans.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { RowOrder } from '../db/row-order.ts';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { monthOf } from '../kit/months.ts';
import { hasRoom, overageRoom, payerOf, reachedThreshold, type AccountAllowance } from './allowance.ts';
import { findAllowance, lockAllowance, spendCredit, type AllowanceValues } from './allowances.ts';
import { countConversion } from './daily-usage.ts';
import { skewMs, type Lease } from '../leases/lease.ts';
import { enter, isEntered, totalsOf, type LedgerEntry, type LedgerTotals } from './ledger.ts';
import { countMetered } from './meter-hours.ts';
import { noteThreshold } from './notices.ts';

type Queries = Kysely<Tables>;

/** The account and the limits of its plan. */
export interface QuotaCustomer {
  id: string;
  plan: Pick<AccountPlan, 'monthlyConversions' | 'overageMicroUsd'> &
    Partial<Pick<AccountPlan, 'isOverageMetered'>>;
  /** API key of the request. The key is null or undefined for a session. */
  keyId?: string | null;
}

/**
 * Reserved units, one per conversion. Disposing the reservation releases the units unless they were charged.
 */
export interface Reservation extends AsyncDisposable {
  /** Id that this or another process passes to {@link Quota.commit} or {@link Quota.release}. */
  id: string;
  /**
   * Runs the conversion of the reservation. If the conversion throws, it is counted as failed when the reservation is
   * disposed. If `signal` has aborted or the server was overloaded (503), the conversion is not counted as failed.
   */
  attempt<T>(conversion: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Charges `units` (default: 1) and runs `alongside` in the same transaction. Units of the reservation that are not
   * charged count as failed conversions. Repeated calls charge only once.
   */
  commit(alongside?: (db: Queries) => Promise<void>, units?: number): Promise<void>;
  /** Releases the units, unless they were charged. */
  release(): Promise<void>;
}

interface QuotaServices {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  /** Whether error messages may offer plans and credits. False if this installation does not sell plans and credits. */
  sellsPlans?: boolean;
}

/** Fields of a reservation that are needed to end it. */
interface Reserved {
  month: string;
  keyId: string | null;
  units: number;
}

const insertReservation = prepared(
  (db, values: Reserved & { id: string; accountId: string; leaseId: string | null }) =>
    db.insertInto('reservations').values({
      id: values.id,
      account_id: values.accountId,
      month: values.month,
      lease_id: values.leaseId,
      key_id: values.keyId,
      units: values.units,
    }),
);

const deleteReservation = prepared((db, { id }: { id: string }) =>
  db
    .deleteFrom('reservations')
    .where('id', '=', id)
    .returning((row) => [
      'month',
      'lease_id',
      'key_id',
      'units',
      row
        .selectFrom('leases')
        .select('expires_at')
        .whereRef('leases.id', '=', 'reservations.lease_id')
        .as('expires_at'),
    ]),
);

/**
 * Counts the account's reservations by month. All reservations that jobs have made are counted. Reservations of other
 * requests are counted if their lease is valid. There may be millions of reservations of jobs, so database triggers
 * count them.
 */
const countReservations = prepared((db, { accountId, now }: { accountId: string; now: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('lasting_reservations')
        .select(['month', 'units'])
        .where('account_id', '=', accountId)
        .unionAll(
          db
            .selectFrom('reservations')
            .innerJoin('leases', 'leases.id', 'reservations.lease_id')
            .select(['reservations.month', 'reservations.units'])
            .where('account_id', '=', accountId)
            .where('lease_id', 'is not', null)
            .where('leases.expires_at', '>', now),
        )
        .as('held'),
    )
    .select(({ fn }) => ['month', fn.sum<number>('units').as('count')])
    .groupBy('month'),
);

export class Quota {
  readonly #database: Database;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #sellsPlans: boolean;
  /** Serializes the transactions that use the row of the same account. */
  readonly #order: RowOrder;

  constructor({ database, lease, clock, newId, sellsPlans = false }: QuotaServices) {
    this.#database = database;
    this.#order = new RowOrder(database);
    this.#lease = lease;
    this.#clock = clock;
    this.#newId = newId;
    this.#sellsPlans = sellsPlans;
  }

  /**
   * Reserves units. Throws `quota_exceeded` if used and reserved units have exhausted the month's quota, credits and
   * overage. If this process dies, its reservations end when its lease expires. A `lasting` reservation, for a queued
   * job, ends only with {@link commit} or {@link release}.
   */
  async reserve(
    customer: QuotaCustomer,
    { lasting = false, db, units = 1 }: ReserveOptions = {},
  ): Promise<Reservation> {
    const id = this.#newId();
    const work = async (db: Queries, leaseId: string | null) => {
      const row = await lockAllowance(db, customer.id);
      const { month } = await this.#admit(db, customer, row, units);
      const { id: accountId, keyId = null } = customer;
      await insertReservation(db, { id, accountId, month, leaseId, keyId, units });
    };
    const database = this.#database;
    const write = (leaseId: string | null) =>
      this.#order.run(customer.id, () => database.writeWithRelaxedDurability((db) => work(db, leaseId)));
    const release = () => this.release(id, database.query);
    if (!lasting) await this.#lease.claim(write, release);
    else if (db) await work(db, null);
    else {
      await write(null);
      await database.sync();
    }
    return this.#reservation(customer, id);
  }

  /**
   * Throws `quota_exceeded` if {@link reserve} would throw it now. The server calls this method to reject a large
   * upload before the upload is received.
   */
  async check(customer: QuotaCustomer): Promise<void> {
    const { query } = this.#database;
    await this.#admit(query, customer, await findAllowance(query, customer.id));
  }

  /**
   * Charges `units` of the reservation with this id, and counts the remaining units of the reservation as failed
   * conversions. If the reservation has ended because this process's lease expired, `commit` checks the quota again,
   * and throws `quota_exceeded` if fewer than `units` conversions are left.
   */
  async commit(customer: QuotaCustomer, id: string, db: Queries, units = 1): Promise<void> {
    const row = await lockAllowance(db, customer.id);
    if (row.closed) throw accountDeleted();
    const reserved = await this.#take(db, id);
    if (!reserved && (await isEntered(db, id))) return;
    const { month } = reserved ?? (await this.#admit(db, customer, row, units));
    const keyId = reserved?.keyId ?? customer.keyId ?? null;
    const charge = { month, keyId, at: this.#clock.now() };
    for (let n = 1; n <= units; n += 1) {
      // Reads the allowance again before each further unit, because the previous charge may have taken a credit.
      const now = n === 1 ? row : await lockAllowance(db, customer.id);
      await this.#charge(db, customer, now, { id: n === 1 ? id : `${id}/${n}`, ...charge });
    }
    const count = (reserved?.units ?? units) - units;
    if (count > 0)
      await countConversion(db, { accountId: customer.id, keyId, at: charge.at, outcome: 'failed', count });
  }

  async #charge(
    db: Queries,
    customer: QuotaCustomer,
    row: AllowanceValues,
    { id, month, keyId, at }: Pick<LedgerEntry, 'id' | 'month' | 'keyId' | 'at'>,
  ): Promise<void> {
    const accountId = customer.id;
    const totals = await totalsOf(db, accountId, month);
    // If the account has changed to a smaller plan since the conversion was accepted, its allowance may be used up. If
    // the allowance is used up, the conversion is still charged to the quota.
    const allowance = allowanceOf(customer, row, totals);
    const payer = payerOf(allowance) ?? 'quota';
    const price = customer.plan.overageMicroUsd ?? 0;
    const isMetered = customer.plan.isOverageMetered === true;
    await enter(db, { id, accountId, month, payer, price, at, isMetered, keyId }, totals);
    const outcome = payer === 'overage' ? 'billed' : 'converted';
    await countConversion(db, { accountId, keyId, at, outcome });
    if (payer === 'credit') await spendCredit(db, accountId);
    if (payer === 'overage' && isMetered) await countMetered(db, { accountId, at });
    const threshold = reachedThreshold(payer, allowance, totals.billed);
    if (threshold) await noteThreshold(db, { accountId, month, threshold, at });
  }

  async release(id: string, db: Queries): Promise<void> {
    await db.deleteFrom('reservations').where('id', '=', id).execute();
  }

  /** Releases the reservation with this id, and counts its conversions as failed. */
  async fail(customer: Pick<QuotaCustomer, 'id' | 'keyId'>, id: string, db: Queries): Promise<void> {
    const [reserved] = await deleteReservation(db, { id });
    const keyId = reserved?.key_id ?? customer.keyId ?? null;
    const count = reserved?.units ?? 1;
    await countConversion(db, {
      ...{ accountId: customer.id, keyId, at: this.#clock.now(), outcome: 'failed', count },
    });
  }

  #reservation(customer: QuotaCustomer, id: string): Reservation {
    const database = this.#database;
    let charged = false;
    let failed = false;
    const release = () => database.relaxedDurability((db) => this.release(id, db));
    return {
      id,
      attempt: async (conversion, signal) => {
        try {
          return await conversion();
        } catch (error) {
          failed = !signal.aborted && !(error instanceof ServiceError && error.status === 503);
          throw error;
        }
      },
      commit: async (alongside, units) => {
        await this.#order.run(customer.id, () =>
          database.writeWithRelaxedDurability(async (db) => {
            await this.commit(customer, id, db, units);
            await alongside?.(db);
          }),
        );
        charged = true;
        // Syncs the database to disk after the serialized section, so that concurrent charges share one sync.
        await database.sync();
      },
      release,
      [Symbol.asyncDispose]: async () => {
        const fail = () => database.writeWithRelaxedDurability((db) => this.fail(customer, id, db));
        if (!charged) await this.#lease.release(failed ? fail : release);
      },
    };
  }

  /** Returns the current month. Throws `quota_exceeded` if the account has no room for `units` more conversions. */
  async #admit(
    db: Queries,
    customer: QuotaCustomer,
    row: AllowanceValues,
    units = 1,
  ): Promise<{ month: string }> {
    if (row.closed) throw accountDeleted();
    const { name: month, end } = monthOf(this.#clock.now());
    const totals = await totalsOf(db, customer.id, month);
    const { now, before } = await this.#reserved(db, customer.id, month);
    const allowance = allowanceOf(customer, row, totals);
    if (hasRoom(allowance, now + units - 1, before)) return { month };
    const used = totals.conversions + now;
    // The allowance has no room, so an account with overage has reached its overage cap.
    const cap = isOverageOn(customer, row) ? row.overage_cap_micro_usd : null;
    const sellsPlans = this.#sellsPlans;
    throw exceeded({ limit: limitOf(customer), used, until: new Date(end), cap, sellsPlans });
  }

  /**
   * Deletes a reservation and returns it. Returns undefined if the reservation has already ended or its lease may have
   * expired.
   */
  async #take(db: Queries, id: string): Promise<Reserved | undefined> {
    const [row] = await deleteReservation(db, { id });
    const isHeld = row?.lease_id == null || (row.expires_at ?? 0) > this.#clock.now() + skewMs;
    return row && isHeld ? { month: row.month, keyId: row.key_id, units: row.units } : undefined;
  }

  /** Returns the number of units reserved for this month, and the number of units reserved for earlier months. */
  async #reserved(db: Queries, accountId: string, month: string): Promise<{ now: number; before: number }> {
    const rows = await countReservations(db, { accountId, now: this.#clock.now() });
    const sum = (ofNow: boolean) =>
      rows
        .filter((row) => (row.month === month) === ofNow)
        .reduce((total, { count }) => total + Number(count), 0);
    return { now: sum(true), before: sum(false) };
  }
}

export interface ReserveOptions {
  lasting?: boolean | undefined;
  /** Transaction to use, if one is already open. */
  db?: Queries | undefined;
  /** Number of conversions. */
  units?: number | undefined;
}

function limitOf({ plan }: Pick<QuotaCustomer, 'plan'>): number {
  return plan.monthlyConversions ?? Infinity;
}

function isOverageOn({ plan }: QuotaCustomer, row: AllowanceValues): boolean {
  return plan.overageMicroUsd !== null && row.overage_enabled === 1;
}

function allowanceOf(customer: QuotaCustomer, row: AllowanceValues, totals: LedgerTotals): AccountAllowance {
  return {
    limit: limitOf(customer),
    fromQuota: totals.fromQuota,
    credits: row.credits,
    overageRoom: overageRoom({
      price: customer.plan.overageMicroUsd ?? undefined,
      enabled: isOverageOn(customer, row),
      cap: row.overage_cap_micro_usd,
      billed: totals.billed,
    }),
  };
}

interface Exhaustion {
  limit: number;
  /** Number of used quota units, including reserved units. */
  used: number;
  until: Date;
  /** Overage cap in millionths of a dollar, which the account has reached. Null if overage is off. */
  cap: number | null;
  sellsPlans: boolean;
}

function exceeded({ limit, used, until, cap, sellsPlans }: Exhaustion): ServiceError {
  const day = until.toISOString().slice(0, 10);
  const offers = sellsPlans ? ['buy credits'] : [];
  const [ended, remedies] =
    cap !== null
      ? [
          ` and the cap of $${cap / 1e6} on overage is reached`,
          ['Raise the cap by POST /v1/billing/overage', ...offers],
        ]
      : sellsPlans
        ? [' and no credits are left', ['Upgrade', ...offers]]
        : ['', ['Ask the operator of this service for more']];
  const remedy = [...remedies, `or wait until ${day} (UTC)`].join(', ');
  return new ServiceError(
    'quota_exceeded',
    `The ${limit} conversions of this month are used up${ended}. ${remedy}.`,
    {
      details: {
        ...{ limit, used, resets_at: until.toISOString() },
        ...(cap === null ? {} : { reason: 'overage_cap', overage_cap_usd: cap / 1e6 }),
      },
      bound: { limit, reset: Math.ceil(until.getTime() / 1000) },
    },
  );
}
