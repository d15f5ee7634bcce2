/**
 * Assembles billing: checkout, Stripe's events, the meter, the daily reconciliation, and email messages about reached
 * limits.
 */
import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Failpoints } from '../kit/failpoints.ts';
import type { NewId } from '../kit/ids.ts';
import { interval } from '../kit/concurrency/interval.ts';
import type { Lease } from '../leases/lease.ts';
import type { MailTransport } from '../mail/mail.ts';
import { Checkout } from './checkout.ts';
import { CreditPurchases } from './credit-purchases.ts';
import { Customers } from './customers.ts';
import { StripeEvents } from './events.ts';
import { LimitMails } from './limit-mails.ts';
import { MeterReporter } from './meter-reporter.ts';
import { OverageSubscriptions } from './overage-subscriptions.ts';
import { Prices } from './prices.ts';
import { Reconciliation } from './reconciliation.ts';
import { billingStatus, type BillingStatus } from './status.ts';
import { StripeGateway } from './stripe.ts';
import { Subscriptions } from './subscriptions.ts';

/** Interval for checking whether today's reconciliation has run, in milliseconds. */
const reconcileEveryMs = 600_000;

export interface BillingLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

interface StripeServices {
  config: Config;
  database: Database;
  clock: Clock;
  newId: NewId;
  log: BillingLog;
  onError: (error: unknown) => void;
}

/** Opens the services that use Stripe. The operator's commands also use these billing services. */
export function openStripe({ config, database, clock, newId, log, onError }: StripeServices) {
  const stripe = new StripeGateway({ settings: config, clock, newId });
  const prices = new Prices(config);
  const customers = new Customers({ database, clock, stripe });
  const subscriptions = new Subscriptions({
    database,
    stripe,
    customers,
    prices,
    onDuplicate: (duplicate) => log.warn(duplicate, 'a second subscription was ended and paid back'),
  });
  const reconciliation = new Reconciliation({
    ...{ database, clock, stripe, customers, subscriptions, onError },
    onDifference: (difference) => log.error(difference, 'overage in the ledger and at Stripe differs'),
  });
  const creditPurchases = new CreditPurchases({
    database,
    stripe,
    customers,
    clock,
    newId,
    onLoss: (loss) => log.warn(loss, 'credits that were paid back had been spent: a loss'),
  });
  const events = new StripeEvents({
    customers,
    subscriptions,
    creditPurchases,
    onMeterError: ({ id, kind }) => log.error({ id, kind }, 'Stripe could not count reported overage'),
  });
  return { stripe, prices, customers, subscriptions, reconciliation, events };
}

interface BillingServices extends StripeServices {
  lease: Pick<Lease, 'ensure'>;
  accounts: Accounts;
  mail: MailTransport;
  failpoints: Failpoints;
  baseUrl: () => string;
  sellsPlans: boolean;
}

export class Billing {
  readonly stripe: StripeGateway;
  readonly events: StripeEvents;
  readonly checkout: Checkout;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #mails: LimitMails;
  readonly #reporter: MeterReporter;
  readonly #subscriptions: Subscriptions;
  readonly #reconciliation: Reconciliation;
  readonly #onError: (error: unknown) => void;
  #stopReconciling: (() => void) | undefined;

  constructor(services: BillingServices) {
    const { config, database, lease, clock, onError, baseUrl } = services;
    const parts = openStripe(services);
    this.#database = database;
    this.#clock = clock;
    this.stripe = parts.stripe;
    this.events = parts.events;
    this.checkout = new Checkout({ ...parts, clock, returnUrl: () => `${baseUrl()}/dashboard` });
    this.#mails = new LimitMails(services);
    this.#reporter = new MeterReporter({
      ...{ ...parts, database, lease, clock, onError },
      overage: new OverageSubscriptions({ ...parts, database, clock }),
      everyMs: config.meterReportMs,
      graceMs: config.invoiceGraceMs,
    });
    this.#subscriptions = parts.subscriptions;
    this.#reconciliation = parts.reconciliation;
    this.#onError = onError;
  }

  /** Ends the subscription of a deleted account. Rejects while Stripe is unreachable. */
  async endSubscriptionOf(accountId: string): Promise<void> {
    await this.#subscriptions.endOf(accountId);
  }

  status(): Promise<BillingStatus> {
    return billingStatus(this.#database, this.#clock);
  }

  /** Starts the background work. */
  start(): void {
    this.#mails.start();
    this.#reporter.start();
    if (!this.stripe.isSetUp) return;
    const reconcile = () => this.#reconciliation.runDaily();
    this.#stopReconciling = interval(reconcileEveryMs, reconcile, this.#onError);
  }

  async close(): Promise<void> {
    this.#stopReconciling?.();
    await Promise.all([this.#mails.close(), this.#reporter.close()]);
  }
}
