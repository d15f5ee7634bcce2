/** What the objects of Stripe are to us: the fields that are used, in our own terms. */

/** A subscription as it is at Stripe now. */
export interface Subscription {
  id: string;
  /** `active`, `trialing`, `past_due`, `unpaid`, `paused`, `incomplete` …; ended ones are not listed. */
  status: string;
  items: readonly { id: string; price: string }[];
  /** Unix seconds. */
  created: number;
  latestInvoice: string | null;
  paymentMethod: string | null;
}

/** What was paid for a pack of credits, and how much of it is the customer's again. */
export interface CreditPayment {
  accountId: string;
  session: string;
  credits: number;
  /** In the currency's smallest unit. */
  amount: number;
  refunded: number;
  /** Whether the customer's bank has taken the payment back, or may yet. */
  disputed: boolean;
}

/** An event that Stripe sent: its id, its kind, and the object it is about, of which only ids are trusted. */
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
  /** Unix seconds, within the hour it is about. */
  timestamp: number;
}
