/**
 * The monthly quota (contract §9.3): a conversion reserves one unit when it is accepted, which is charged when it succeeds
 * and released when it does not, so that no race can exceed what an account may use.
 */
import type { Kysely } from 'kysely';
import type { AccountPlan } from '../accounts/plans.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { monthOf } from '../kit/months.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { hasRoom, overageRoom, payerOf, type AccountAllowance } from './allowance.ts';
import { findAllowance, lockAllowance, spendCredit, type AllowanceValues } from './allowances.ts';
import { skewMs, type Lease } from '../leases/lease.ts';
import { enter, isEntered, totalsOf, type LedgerTotals } from './ledger.ts';

type Queries = Kysely<Tables>;

/** The account, and what its plan grants. */
export interface QuotaCustomer {
  id: string;
  plan: Pick<AccountPlan, 'monthlyConversions' | 'overageMicroUsd'>;
}

/** One unit of the quota; disposing of it releases it unless it was charged. */
export interface Reservation extends AsyncDisposable {
  /** By which {@link Quota.commit} and {@link Quota.release} know it, also in another process. */
  id: string;
  /** Charges it and runs `alongside` in one transaction. Charged once, however often it is called. */
  commit(alongside?: (db: Queries) => Promise<void>): Promise<void>;
  /** Releases it, unless it was charged. */
  release(): Promise<void>;
}

interface QuotaServices {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
}

const insertReservation = prepared(
  (db, values: { id: string; accountId: string; month: string; leaseId: string | null }) =>
    db.insertInto('reservations').values({
      id: values.id,
      account_id: values.accountId,
      month: values.month,
      lease_id: values.leaseId,
    }),
);

const deleteReservation = prepared((db, { id }: { id: string }) =>
  db
    .deleteFrom('reservations')
    .where('id', '=', id)
    .returning((row) => [
      'month',
      'lease_id',
      row
        .selectFrom('leases')
        .select('expires_at')
        .whereRef('leases.id', '=', 'reservations.lease_id')
        .as('expires_at'),
    ]),
);

/** By month, those whose lease is valid. */
const countReservations = prepared((db, { accountId, now }: { accountId: string; now: number }) =>
  db
    .selectFrom('reservations')
    .leftJoin('leases', 'leases.id', 'reservations.lease_id')
    .select(({ fn }) => ['reservations.month', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('lease_id', 'is', null), where('leases.expires_at', '>', now)]))
    .groupBy('reservations.month'),
);

export class Quota {
  readonly #database: Database;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #mutex = new KeyedMutex();

  constructor({ database, lease, clock, newId }: QuotaServices) {
    this.#database = database;
    this.#lease = lease;
    this.#clock = clock;
    this.#newId = newId;
  }

  /**
   * Throws `quota_exceeded` when the month's quota, credits and overage are used up, reservations counted. It ends with
   * this process's lease, unless it is `lasting`: then only with {@link commit} or {@link release}, as a queued job needs.
   */
  async reserve(customer: QuotaCustomer, { lasting = false, db }: ReserveOptions = {}): Promise<Reservation> {
    const leaseId = lasting ? null : await this.#lease.ensure();
    const id = this.#newId();
    const work = async (db: Queries) => {
      const row = await lockAllowance(db, customer.id);
      const { month } = await this.#admit(db, customer, row);
      await insertReservation(db, { id, accountId: customer.id, month, leaseId });
    };
    const database = this.#database;
    if (db) await work(db);
    else
      await this.#inOrder(customer, () =>
        lasting ? database.write(work) : database.writeWithRelaxedDurability(work),
      );
    return this.#reservation(customer, id);
  }

  /** Throws `quota_exceeded` where {@link reserve} would now: to refuse a large upload before it is received. */
  async check(customer: QuotaCustomer): Promise<void> {
    const { query } = this.#database;
    await this.#admit(query, customer, await findAllowance(query, customer.id));
  }

  /**
   * Charges a reservation by its id. One that ended meanwhile with this process's lease is reserved again: throws
   * `quota_exceeded` when that fails.
   */
  async commit(customer: QuotaCustomer, id: string, db: Queries): Promise<void> {
    const row = await lockAllowance(db, customer.id);
    const reserved = await this.#take(db, id);
    if (!reserved && (await isEntered(db, id))) return;
    const { month } = reserved ?? (await this.#admit(db, customer, row));
    const totals = await totalsOf(db, customer.id, month);
    // An accepted conversion is charged to the quota also when the plan has become smaller since.
    const payer = payerOf(allowanceOf(customer, row, totals)) ?? 'quota';
    const price = customer.plan.overageMicroUsd ?? 0;
    const at = this.#clock.now();
    await enter(db, { id, accountId: customer.id, month, payer, price, at }, totals);
    if (payer === 'credit') await spendCredit(db, customer.id);
  }

  async release(id: string, db: Queries): Promise<void> {
    await db.deleteFrom('reservations').where('id', '=', id).execute();
  }

  #reservation(customer: QuotaCustomer, id: string): Reservation {
    const database = this.#database;
    let charged = false;
    const release = () => database.relaxedDurability((db) => this.release(id, db));
    return {
      id,
      commit: async (alongside) => {
        await this.#inOrder(customer, () =>
          database.write(async (db) => {
            await this.commit(customer, id, db);
            await alongside?.(db);
          }),
        );
        charged = true;
      },
      release,
      [Symbol.asyncDispose]: async () => {
        if (!charged) await release();
      },
    };
  }

  /** The current month. Throws `quota_exceeded` when it has no room for one more conversion. */
  async #admit(db: Queries, customer: QuotaCustomer, row: AllowanceValues): Promise<{ month: string }> {
    const { name: month, end } = monthOf(this.#clock.now());
    const totals = await totalsOf(db, customer.id, month);
    const { now, before } = await this.#reserved(db, customer.id, month);
    if (hasRoom(allowanceOf(customer, row, totals), now, before)) return { month };
    throw exceeded(limitOf(customer), totals.conversions + now, new Date(end));
  }

  /** Ends a reservation; undefined when it has ended already, or its lease may have expired for other processes. */
  async #take(db: Queries, id: string): Promise<{ month: string } | undefined> {
    const [reserved] = await deleteReservation(db, { id });
    if (reserved?.lease_id == null) return reserved;
    return (reserved.expires_at ?? 0) > this.#clock.now() + skewMs ? reserved : undefined;
  }

  /** Reservations of this month and of months before. */
  async #reserved(db: Queries, accountId: string, month: string): Promise<{ now: number; before: number }> {
    const rows = await countReservations(db, { accountId, now: this.#clock.now() });
    const sum = (ofNow: boolean) =>
      rows.filter((row) => (row.month === month) === ofNow).reduce((total, { count }) => total + count, 0);
    return { now: sum(true), before: sum(false) };
  }

  /** The requests of an account wait for its one row anyway: one after the other they need one connection. */
  #inOrder<T>({ id }: QuotaCustomer, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(id, work);
  }
}

export interface ReserveOptions {
  lasting?: boolean | undefined;
  /** An open transaction to take part in. */
  db?: Queries | undefined;
}

function limitOf({ plan }: Pick<QuotaCustomer, 'plan'>): number {
  return plan.monthlyConversions ?? Infinity;
}

function allowanceOf({ plan }: QuotaCustomer, row: AllowanceValues, totals: LedgerTotals): AccountAllowance {
  return {
    limit: limitOf({ plan }),
    fromQuota: totals.fromQuota,
    credits: row.credits,
    overageRoom: overageRoom({
      price: plan.overageMicroUsd ?? undefined,
      enabled: row.overage_enabled === 1,
      cap: row.overage_cap_micro_usd,
      billed: totals.billed,
    }),
  };
}

function exceeded(limit: number, used: number, until: Date): ServiceError {
  const day = until.toISOString().slice(0, 10);
  return new ServiceError(
    'quota_exceeded',
    `The ${limit} conversions of this month are used up and no credits are left. Upgrade, buy credits, or go on from ${day} (UTC).`,
    {
      details: { limit, used, resets_at: until.toISOString() },
      bound: { limit, reset: Math.ceil(until.getTime() / 1000) },
    },
  );
}
