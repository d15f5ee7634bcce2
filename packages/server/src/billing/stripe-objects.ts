/** Stripe's objects in our own types, with the fields that are used. */

/** Current state of a subscription at Stripe. */
export interface Subscription {
  id: string;
  /**
   * Status such as `active`, `trialing`, `past_due`, `unpaid`, `paused` or `incomplete`. Ended subscriptions are not
   * listed.
   */
  status: string;
  items: readonly { id: string; price: string }[];
  /** Time of creation, as Unix time in seconds. */
  created: number;
  latestInvoice: string | null;
  paymentMethod: string | null;
}

/** Payment for a pack of credits, with its refunded part. */
export interface CreditPayment {
  accountId: string;
  session: string;
  credits: number;
  /** Paid amount, in the smallest unit of the currency. */
  amount: number;
  /** Refunded part of the amount, in the smallest unit of the currency. */
  refunded: number;
  /** Whether the customer's bank has reversed the payment, or may still do so. */
  disputed: boolean;
}

/** A Stripe event: its id, its type, and its object. Only the ids in the object of an event are trusted. */
export interface StripeEvent {
  id: string;
  kind: string;
  object: Readonly<Record<string, unknown>>;
}

export interface HostedPage {
  id: string;
  url: string;
}

export interface MeterReport {
  identifier: string;
  customer: string;
  value: number;
  /** Unix time in seconds, within the hour of the report. */
  timestamp: number;
}
