/**
 * Reports the hourly totals of overage to Stripe's meter, from any process (contract §12.9). The meter keeps the last
 * reported value of an hour, so a total that is reported twice is billed once. Totals that are too late for the invoice
 * of their month are carried over into the current hour.
 */
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { MeterHourRow, Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Lease } from '../leases/lease.ts';
import { monthOf } from '../kit/months.ts';
import { timeText } from '../kit/time-text.ts';
import { carryInto, valueOf } from '../limits/meter-hours.ts';
import type { Customer, Customers } from './customers.ts';
import type { OverageSubscriptions } from './overage-subscriptions.ts';
import type { StripeGateway } from './stripe.ts';

type MeterHour = Selectable<MeterHourRow>;

export const hourMs = 3_600_000;
const minuteMs = 60_000;
/**
 * Time from the deadline for reports of a month to the final invoice of that month, in milliseconds. During this time,
 * Stripe adds up the reports.
 */
const closedBeforeMs = 10 * minuteMs;
/**
 * Time in milliseconds from the final invoice of a month until Stripe's sums for that month are final. Stripe's final
 * sums for a month equal the invoice of the month.
 */
const settledAfterMs = hourMs;
const pollEveryMs = 1_000;
/**
 * Delays before the retries of a failed report, in milliseconds. After the last retry in the list, each further retry
 * uses the last delay.
 */
const retryWaitsMs = [10_000, 60_000, 300_000, 900_000, hourMs];

interface ReporterServices {
  database: Database;
  lease: Pick<Lease, 'ensure'>;
  clock: Clock;
  stripe: StripeGateway;
  customers: Customers;
  overage: OverageSubscriptions;
  /** Interval at which the total of the current hour is reported, in milliseconds. */
  everyMs: number;
  /** Time for which a month's invoice stays a draft after the month has ended, in milliseconds. */
  graceMs: number;
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

  /** Waits for the running report. */
  async close(): Promise<void> {
    this.#open = false;
    this.#stopPolling?.();
    await this.#reporting?.catch(() => undefined);
  }

  /** Reports all due hours, oldest first. Ends overage subscriptions that have nothing more to bill. */
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
    // A row that this process itself still claims counts as free. The claim remains if the database was
    // unreachable when this process tried to end the claim.
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
    // If another process has claimed this row in the meantime, tries the next due row.
    return claimed ?? this.#claim();
  }

  async #report(row: MeterHour): Promise<void> {
    const { clock, onError } = this.#services;
    const now = clock.now();
    const closes = this.#invoiceFinal(row) - closedBeforeMs;
    try {
      if (now >= closes) await this.#carry(row);
      else await this.#tell(row);
    } catch (error) {
      onError(error);
      const again = now + (retryWaitsMs[row.attempts] ?? hourMs);
      // Time of the last attempt, 1 minute before reports for the month stop.
      const last = closes - minuteMs;
      const due_at = now < last ? Math.min(again, last) : again;
      await this.#settle(row, { due_at, attempts: row.attempts + 1 });
    }
  }

  #invoiceFinal({ hour }: MeterHour): number {
    return monthOf(hour).end + this.#services.graceMs;
  }

  async #tell(row: MeterHour): Promise<void> {
    const now = this.#services.clock.now();
    const end = row.hour + hourMs;
    const isOver = now >= end;
    const reported = valueOf(row);
    if (isOver || reported > row.reported) await this.#send(row, isOver);
    const due_at = isOver ? null : Math.min(now + this.#services.everyMs, end);
    await this.#settle(row, { due_at, attempts: 0, reported, reported_at: now });
  }

  /**
   * Moves the unreported conversions of an hour in a past month to the current hour. Stripe no longer accepts reports
   * for an hour whose month has a closed invoice. The invoice for the current hour is still open. Waits until Stripe's
   * sums for the past month are final, because they show which conversions Stripe has counted.
   */
  async #carry(row: MeterHour): Promise<void> {
    const { database, clock, stripe, onError } = this.#services;
    const now = clock.now();
    const { account_id, hour, lease_id } = row;
    const settled = this.#invoiceFinal(row) + settledAfterMs;
    if (now < settled) return this.#settle(row, { due_at: settled });
    const { customer_id: customer } = await this.#customer(account_id);
    const counted = (await stripe.meteredHours(customer, hour, hour + hourMs)).get(hour) ?? 0;
    const late = valueOf(row) - counted;
    if (late < 0)
      onError(
        new Error(
          `Stripe has billed account ${account_id} for ${-late} conversions too many, in ${timeText(hour)}: pay them back there`,
        ),
      );
    await database.write(async (db) => {
      const [claimed] = await db
        .updateTable('meter_hours')
        .set((at) => ({
          carried_out: at('carried_out', '+', Math.max(0, late)),
          ...{ reported: counted, reported_at: now, attempts: 0, lease_id: null },
          due_at: at.case().when(hasGrown(at, row)).then(now).else(null).end(),
        }))
        .where('account_id', '=', account_id)
        .where('hour', '=', hour)
        .where('lease_id', '=', lease_id)
        .returning('hour')
        .execute();
      if (claimed && late > 0) await carryInto(db, { accountId: account_id, conversions: late, at: now });
    });
  }

  async #send(row: MeterHour, isOver: boolean): Promise<void> {
    const { stripe, overage, onError } = this.#services;
    const { account_id: accountId, hour, last_at: lastAt, repairs } = row;
    const value = valueOf(row);
    const customer = await this.#customer(accountId);
    // An error while creating the subscription is only logged and does not stop the report. Stripe counts usage reports
    // of a customer without the subscription, and bills them once the subscription exists.
    await overage.ensure(customer, hour).catch(onError);
    const parts = [accountId, new Date(hour).toISOString().slice(0, 13), value];
    await stripe.sendMeterEvent({
      // Stripe accepts an identifier only once in 24 hours, so the last report of an hour and each repair get new
      // identifiers.
      identifier: [...parts, ...(isOver ? ['over'] : []), ...(repairs > 0 ? [`r${repairs}`] : [])].join(':'),
      customer: customer.customer_id,
      value,
      timestamp: Math.floor(Math.min(lastAt, hour + hourMs - 1) / 1000),
    });
  }

  async #customer(accountId: string): Promise<Customer> {
    const customer = await this.#services.customers.find({ account_id: accountId });
    if (customer) return customer;
    throw new Error(`account ${accountId} has overage to be billed and is no customer`);
  }

  /**
   * If this process still holds the claim, ends the claim and writes the changes. If `due_at` is null and conversions
   * were counted since the claim began, the row becomes due immediately.
   */
  async #settle(
    row: MeterHour,
    {
      due_at,
      ...changes
    }: Pick<MeterHourRow, 'due_at'> & Partial<Pick<MeterHour, 'attempts' | 'reported' | 'reported_at'>>,
  ): Promise<void> {
    const { database, clock } = this.#services;
    const now = clock.now();
    await database.query
      .updateTable('meter_hours')
      .set((at) => ({
        ...changes,
        lease_id: null,
        due_at: due_at ?? at.case().when(hasGrown(at, row)).then(now).else(null).end(),
      }))
      .where('account_id', '=', row.account_id)
      .where('hour', '=', row.hour)
      .where('lease_id', '=', row.lease_id)
      .execute();
  }
}

/** Returns an SQL condition. The condition is true if a stored count of the hour is higher than the given count. */
const hasGrown = (
  at: ExpressionBuilder<Tables, 'meter_hours'>,
  { conversions, carried_in: carried }: MeterHour,
) => at.or([at('conversions', '>', conversions), at('carried_in', '>', carried)]);
