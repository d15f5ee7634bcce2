/**
 * Reports the hourly totals of overage to Stripe's meter, from any process (contract §12.9). The meter keeps the value of
 * an hour that came last, so that reporting a total twice bills nothing twice.
 */
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { MeterHourRow, Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/interval.ts';
import type { Lease } from '../leases/lease.ts';
import type { Customers } from './customers.ts';
import type { OverageSubscriptions } from './overage-subscriptions.ts';
import type { StripeGateway } from './stripe.ts';

type MeterHour = Selectable<MeterHourRow>;

export const hourMs = 3_600_000;
/** Stripe takes reports of up to 35 days ago; a little less, for the clocks may differ. */
export const maxAgeMs = 35 * 24 * hourMs - hourMs;
const pollEveryMs = 1_000;
/** Of a failed report, growing to the last. */
const retryWaitsMs = [10_000, 60_000, 300_000, 900_000, hourMs];

interface ReporterServices {
  database: Database;
  lease: Pick<Lease, 'ensure'>;
  clock: Clock;
  stripe: StripeGateway;
  customers: Customers;
  overage: OverageSubscriptions;
  /** How often the hour that runs is reported, in milliseconds. */
  everyMs: number;
  onError: (error: unknown) => void;
}

export class MeterReporter {
  readonly #services: ReporterServices;
  #stopPolling: (() => void) | undefined;
  #reporting: Promise<void> | undefined;
  #open = true;

  constructor(services: ReporterServices) {
    this.#services = services;
  }

  start(): void {
    const { stripe, onError } = this.#services;
    if (stripe.isSetUp) this.#stopPolling = interval(pollEveryMs, () => this.reportDue(), onError);
  }

  /** Waits for the report under way. */
  async close(): Promise<void> {
    this.#open = false;
    this.#stopPolling?.();
    await this.#reporting?.catch(() => undefined);
  }

  /** Reports all that is due, oldest hours first, and ends overage subscriptions that bill nothing any more. */
  reportDue(): Promise<void> {
    this.#reporting ??= this.#reportDue().finally(() => (this.#reporting = undefined));
    return this.#reporting;
  }

  async #reportDue(): Promise<void> {
    for (let row = await this.#claim(); row && this.#open; row = await this.#claim()) await this.#report(row);
    if (this.#open) await this.#services.overage.endUnused();
  }

  async #claim(): Promise<MeterHour | undefined> {
    const { database, lease, clock } = this.#services;
    const lease_id = await lease.ensure();
    // One that this process claimed and is not at work on could not be settled: the database was away.
    const isFree = (row: ExpressionBuilder<Tables, 'meter_hours'>) =>
      row.or([row('lease_id', 'is', null), row('lease_id', '=', lease_id)]);
    const due = await database.query
      .selectFrom('meter_hours')
      .select(['account_id', 'hour'])
      .where('due_at', '<=', clock.now())
      .where(isFree)
      .orderBy('hour')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const claimed = await database.query
      .updateTable('meter_hours')
      .set({ lease_id })
      .where('account_id', '=', due.account_id)
      .where('hour', '=', due.hour)
      .where('due_at', '<=', clock.now())
      .where(isFree)
      .returningAll()
      .executeTakeFirst();
    // Another process was faster: there may be more.
    return claimed ?? this.#claim();
  }

  async #report(row: MeterHour): Promise<void> {
    const { clock, onError } = this.#services;
    const now = clock.now();
    const end = row.hour + hourMs;
    try {
      if (now > row.hour + maxAgeMs) {
        onError(new Error(`overage of account ${row.account_id} is too old to be reported`));
        return await this.#settle(row, { due_at: null });
      }
      const isOver = now >= end;
      if (isOver || row.conversions > row.reported) await this.#send(row, isOver);
      const next = isOver ? null : Math.min(now + this.#services.everyMs, end);
      await this.#settle(row, {
        due_at: next,
        attempts: 0,
        reported: row.conversions,
        reported_at: now,
      });
    } catch (error) {
      onError(error);
      const wait = retryWaitsMs[row.attempts] ?? hourMs;
      await this.#settle(row, { due_at: now + wait, attempts: row.attempts + 1 });
    }
  }

  async #send(row: MeterHour, isOver: boolean): Promise<void> {
    const { stripe, customers, overage, onError } = this.#services;
    const { account_id: accountId, hour, conversions, last_at: lastAt, repairs } = row;
    const customer = await customers.find({ account_id: accountId });
    if (!customer) throw new Error(`account ${accountId} has overage to be billed and is no customer`);
    // Stripe counts reports with or without it, and bills them once it is there.
    await overage.ensure(customer, hour).catch(onError);
    const parts = [accountId, new Date(hour).toISOString().slice(0, 13), conversions];
    await stripe.sendMeterEvent({
      // Unique for 24 hours there: the last report of an hour and a repair are not taken for the one before.
      identifier: [...parts, ...(isOver ? ['over'] : []), ...(repairs > 0 ? [`r${repairs}`] : [])].join(':'),
      customer: customer.customer_id,
      value: conversions,
      timestamp: Math.floor(Math.min(lastAt, hour + hourMs - 1) / 1000),
    });
  }

  /** Ends the claim, if it is still this process's; what was counted meanwhile is due at once when the hour is over. */
  async #settle(
    { account_id, hour, conversions, lease_id }: MeterHour,
    {
      due_at,
      ...changes
    }: Pick<MeterHourRow, 'due_at'> & Partial<Pick<MeterHour, 'attempts' | 'reported' | 'reported_at'>>,
  ): Promise<void> {
    const { database, clock } = this.#services;
    const now = clock.now();
    await database.query
      .updateTable('meter_hours')
      .set((row) => ({
        ...changes,
        lease_id: null,
        due_at: due_at ?? row.case().when('conversions', '>', conversions).then(now).else(null).end(),
      }))
      .where('account_id', '=', account_id)
      .where('hour', '=', hour)
      .where('lease_id', '=', lease_id)
      .execute();
  }
}
