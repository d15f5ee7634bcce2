/** Rows of credits, overage, Stripe and email messages about limits. Times are milliseconds since the Unix epoch. */
import type { Generated } from 'kysely';

/** An email message about a reached monthly limit. The table is the outbox of messages about limits. */
export interface LimitNoticeRow {
  account_id: string;
  month: string;
  threshold: LimitThreshold;
  /** Time of the next attempt to send the message. Null once the message has been sent or abandoned. */
  due_at: number | null;
  attempts: Generated<number>;
  /** Lease of the process that is sending the email message. */
  lease_id: string | null;
}

/** Reached share of the monthly quota, or of the monthly cap on overage. */
export type LimitThreshold = 'quota_80' | 'quota_100' | 'overage_80' | 'overage_100';

/** A change of an account's prepaid credits other than spending. */
export interface CreditChangeRow {
  id: string;
  account_id: string;
  /** Number of added credits. The number is negative if credits were taken back. */
  credits: number;
  /** Credits that had to be taken back but were already spent. */
  lost: number;
  reason: string;
  at: number;
}

/** The Stripe customer of an account, and its last known state at Stripe. */
export interface StripeCustomerRow {
  account_id: string;
  customer_id: string;
  /**
   * Number of changes applied to this row. If the number has increased since Stripe's state was fetched, the fetched
   * state is stale.
   */
  version: Generated<number>;
  /** Subscription that pays for the plan. The id is null if the account has no subscription that must be paid. */
  subscription_id: string | null;
  subscription_status: string | null;
  /** Subscription that bills the metered overage. */
  overage_subscription_id: string | null;
}

/** An applied Stripe event. */
export interface StripeEventRow {
  id: string;
  kind: string;
  applied_at: number;
}

/** A paid pack of credits. */
export interface CreditPurchaseRow {
  payment_intent: string;
  account_id: string;
  credits: number;
  /** Credits that a refund or dispute has taken back. */
  reversed: Generated<number>;
  /** Credits among `reversed` that the account had already spent. */
  lost: Generated<number>;
}

/**
 * Overage of an account in one UTC hour, and the part of the overage that was reported to Stripe. This table is the
 * outbox of overage reports.
 */
export interface MeterHourRow {
  account_id: string;
  /** Start of the hour. */
  hour: number;
  conversions: number;
  /** Time of the last charge. */
  last_at: number;
  /**
   * `carried_in` is the number of conversions of earlier hours that are billed with this hour. `carried_out` is the
   * number of conversions of this hour that are billed with a later hour.
   */
  carried_in: Generated<number>;
  carried_out: Generated<number>;
  /** Total number of conversions in the last report of this hour. */
  reported: Generated<number>;
  reported_at: number | null;
  /** Number of corrections by a reconciliation. */
  repairs: Generated<number>;
  /**
   * Time at which the hour's usage is reported next, or null after the last report, which is sent when the hour has
   * ended.
   */
  due_at: number | null;
  /** Number of failed usage reports since the last successful usage report. */
  attempts: Generated<number>;
  /** Lease of the process that is reporting the usage of the hour. */
  lease_id: string | null;
}

/** A reconciliation of the ledger with Stripe's sums. */
export interface ReconciliationRow {
  /** Day in UTC, such as `2026-11-23`. */
  day: string;
  started_at: number;
  finished_at: number | null;
  /** JSON of the hours in which the ledger and Stripe differ. */
  differences: string | null;
}
