/**
 * Once a day, compares the conversions in the ledger with the reports to Stripe and with Stripe's counts. Corrects
 * Stripe's counts, never the ledger.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import type { Customer, Customers } from './customers.ts';
import { hourMs } from './meter-reporter.ts';
import type { StripeGateway } from './stripe.ts';
import type { Subscriptions } from './subscriptions.ts';

const dayMs = 24 * hourMs;
/** Period that is compared, slightly more than a month, in milliseconds. */
const lookBackMs = 34 * dayMs;
/** Delay until Stripe has added up reports, in milliseconds. */
const settledAfterMs = hourMs;

/** An hour of an account for which the numbers of the ledger, the reports and Stripe differ. */
export interface MeterDifference {
  account_id: string;
  /** Start of the hour, in ISO 8601. */
  hour: string;
  ledger: number;
  counted: number;
  stripe: number;
}

interface ReconciliationServices {
  database: Database;
  clock: Clock;
  stripe: StripeGateway;
  customers: Customers;
  subscriptions: Subscriptions;
  onDifference: (difference: MeterDifference) => void;
  onError: (error: unknown) => void;
}

export class Reconciliation {
  readonly #services: ReconciliationServices;

  constructor(services: ReconciliationServices) {
    this.#services = services;
  }

  /** Runs once per UTC day, in one of the processes. */
  async runDaily(): Promise<void> {
    const { database, clock } = this.#services;
    const started_at = clock.now();
    const day = new Date(started_at).toISOString().slice(0, 10);
    const mine = await database.query
      .insertInto('reconciliations')
      .values({ day, started_at })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (mine) await this.#run(day);
  }

  /** Runs the reconciliation immediately, even if it has already run today. */
  async run(): Promise<MeterDifference[]> {
    const { database, clock } = this.#services;
    const started_at = clock.now();
    const day = new Date(started_at).toISOString().slice(0, 10);
    await database.query
      .insertInto('reconciliations')
      .values({ day, started_at })
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ started_at }))
      .execute();
    return this.#run(day);
  }

  async #run(day: string): Promise<MeterDifference[]> {
    const { database, clock, customers, subscriptions, onDifference, onError } = this.#services;
    const differences: MeterDifference[] = [];
    for (const customer of await customers.list()) {
      try {
        await subscriptions.sync(customer);
        differences.push(...(await this.#compare(customer)));
      } catch (error) {
        onError(error);
      }
    }
    for (const difference of differences) {
      onDifference(difference);
      await this.#repair(difference);
    }
    await database.query
      .updateTable('reconciliations')
      .set({ finished_at: clock.now(), differences: JSON.stringify(differences) })
      .where('day', '=', day)
      .execute();
    return differences;
  }

  /** Compares the hours that have ended and were reported. */
  async #compare({ account_id: accountId, customer_id: customer }: Customer): Promise<MeterDifference[]> {
    const { database, clock, stripe } = this.#services;
    const now = clock.now();
    const start = now - lookBackMs;
    const from = start - (start % hourMs);
    const settled = now - settledAfterMs;
    const to = settled - (settled % hourMs);
    const rows = await database.query
      .selectFrom('meter_hours')
      .select(['hour', 'conversions', 'carried_in', 'carried_out', 'due_at', 'reported_at'])
      .where('account_id', '=', accountId)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .execute();
    if (rows.length === 0) return [];
    const ledger = await this.#ledgerHours(accountId, from, to);
    const metered = await stripe.meteredHours(customer, from, to);
    const waiting = new Set(
      rows
        .filter(({ due_at: due, reported_at: at }) => due !== null || (at ?? 0) > settled)
        .map(({ hour }) => hour),
    );
    const counted = new Map(rows.map(({ hour, conversions }) => [hour, conversions]));
    // Each conversion that was carried over counts in its original hour.
    const carried = new Map(rows.map((row) => [row.hour, row.carried_out - row.carried_in]));
    const hours = new Set([...counted.keys(), ...ledger.keys(), ...metered.keys()]);
    return [...hours]
      .filter((hour) => !waiting.has(hour))
      .sort((a, b) => a - b)
      .map((hour) => ({
        account_id: accountId,
        hour: new Date(hour).toISOString(),
        ledger: ledger.get(hour) ?? 0,
        counted: counted.get(hour) ?? 0,
        stripe: (metered.get(hour) ?? 0) + (carried.get(hour) ?? 0),
      }))
      .filter(({ ledger, counted, stripe }) => ledger !== counted || counted !== stripe);
  }

  async #ledgerHours(accountId: string, from: number, to: number): Promise<Map<number, number>> {
    const rows = await this.#services.database.query
      .selectFrom('ledger')
      .select(({ eb, fn }) => [hourOfRow(eb).as('hour'), fn.countAll<number>().as('conversions')])
      .where('account_id', '=', accountId)
      .where('month', '>=', monthBefore(from))
      .where('payer', '=', 'overage')
      .where('metered', '=', 1)
      .where('at', '>=', from)
      .where('at', '<', to)
      .groupBy(({ eb }) => hourOfRow(eb))
      .execute();
    return new Map(rows.map(({ hour, conversions }) => [Number(hour), conversions]));
  }

  /** Schedules another usage report for the hour, with the number of conversions in the ledger. */
  async #repair({ account_id: accountId, hour, ledger }: MeterDifference): Promise<void> {
    const { database, clock } = this.#services;
    await database.query
      .updateTable('meter_hours')
      .set(({ eb }) => ({
        conversions: ledger,
        repairs: eb('repairs', '+', 1),
        due_at: clock.now(),
      }))
      .where('account_id', '=', accountId)
      .where('hour', '=', Date.parse(hour))
      .execute();
  }
}

/**
 * Returns an expression for the hour of a row. The expression contains a literal number, because PostgreSQL groups only
 * by identical expressions.
 */
const hourOfRow = (row: ExpressionBuilder<Tables, 'ledger'>) =>
  row('at', '-', row('at', '%', row.lit(hourMs)));

/** Returns the month before `at`. A conversion that was accepted in one month may be charged in the next month. */
const monthBefore = (at: number) => new Date(at - 31 * dayMs).toISOString().slice(0, 7);
