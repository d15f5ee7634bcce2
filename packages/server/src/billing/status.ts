/** Billing status, for the operator's commands and the metrics. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { timeText } from '../kit/time-text.ts';
import { valueOf } from '../limits/meter-hours.ts';
import { meterErrorKinds } from './events.ts';
import type { MeterDifference } from './reconciliation.ts';

const dayMs = 24 * 3_600_000;

export interface BillingStatus {
  /** Overage that is not yet reported to Stripe. */
  meter: {
    unreported_conversions: number;
    /** Start of the oldest unreported hour. */
    oldest_hour: string | null;
    /** Number of unreported hours whose latest report to Stripe failed. */
    failing_hours: number;
    /** Number of Stripe's error events about meter reports in the last 24 hours. */
    errors: number;
  };
  /** Last comparison with Stripe's sums. */
  reconciliation: { started_at: string; finished_at: string | null; differences: MeterDifference[] } | null;
  /** Number of customers by the status of their subscription. */
  subscriptions: Record<string, number>;
}

export async function billingStatus(
  { query }: Pick<Database, 'query'>,
  clock: Pick<Clock, 'now'>,
): Promise<BillingStatus> {
  const waiting = await query
    .selectFrom('meter_hours')
    .select(['hour', 'conversions', 'carried_in', 'carried_out', 'reported', 'attempts'])
    .where('due_at', 'is not', null)
    .orderBy('hour')
    .execute();
  const unreported = waiting.filter((row) => valueOf(row) > row.reported);
  const { errors } = await query
    .selectFrom('stripe_events')
    .select(({ fn }) => fn.countAll<number>().as('errors'))
    .where('kind', 'in', meterErrorKinds)
    .where('applied_at', '>', clock.now() - dayMs)
    .executeTakeFirstOrThrow();
  const last = await query
    .selectFrom('reconciliations')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const subscriptions = await query
    .selectFrom('stripe_customers')
    .select(({ fn }) => ['subscription_status', fn.countAll<number>().as('customers')])
    .groupBy('subscription_status')
    .execute();
  return {
    meter: {
      unreported_conversions: unreported.reduce((sum, row) => sum + valueOf(row) - row.reported, 0),
      oldest_hour: timeText(unreported[0]?.hour ?? null),
      failing_hours: waiting.filter(({ attempts }) => attempts > 0).length,
      errors,
    },
    reconciliation: last
      ? {
          started_at: timeText(last.started_at),
          finished_at: timeText(last.finished_at),
          differences: JSON.parse(last.differences ?? '[]') as MeterDifference[],
        }
      : null,
    subscriptions: Object.fromEntries(
      subscriptions.map(({ subscription_status: status, customers }) => [status ?? 'none', customers]),
    ),
  };
}
