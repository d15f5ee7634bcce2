/**
 * Calls Stripe and returns its objects in our own types. Only this file imports `stripe`. Every POST has an idempotency
 * key, so that a retried call takes effect once.
 */
import type { Stripe } from 'stripe';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { ignoreDuplicate, ignoreMissing, ignoreRefusal } from './refusals.ts';
import type { CreditPayment, HostedPage, MeterReport, StripeEvent, Subscription } from './stripe-objects.ts';
import { billingNotSetUp, invalidSignature, providerFailed } from './unavailable.ts';

export type StripeSettings = Pick<
  Config,
  | 'stripeSecretKey'
  | 'stripeWebhookSecrets'
  | 'stripeApiBase'
  | 'stripeMeterEvent'
  | 'stripePortalConfiguration'
>;

interface StripeServices {
  settings: StripeSettings;
  clock: Clock;
  newId: NewId;
}

const timeoutMs = 15_000;
/** Maximum age of a signature, in seconds (contract §12.6). */
const toleranceSeconds = 300;
/** Dispute statuses in which the payment is or may be reversed. Won disputes and warnings reverse no payment. */
const openDisputes = [
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
];
const endedStatuses = ['canceled', 'incomplete_expired'];

export class StripeGateway {
  readonly #settings: StripeSettings;
  readonly #clock: Clock;
  readonly #newId: NewId;
  #client: Promise<Stripe> | undefined;

  constructor({ settings, clock, newId }: StripeServices) {
    this.#settings = settings;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Whether a Stripe key is configured. */
  get isSetUp(): boolean {
    return this.#settings.stripeSecretKey !== undefined;
  }

  async createCustomer(accountId: string, email: string): Promise<string> {
    const { id } = await this.#call((stripe) =>
      stripe.customers.create(
        { email, metadata: { account_id: accountId } },
        { idempotencyKey: `customer:${accountId}` },
      ),
    );
    return id;
  }

  /**
   * Returns the account of a customer. Returns undefined if the customer does not belong to this installation or was
   * deleted.
   */
  async accountOfCustomer(customer: string): Promise<string | undefined> {
    const found = await this.#call((stripe) => stripe.customers.retrieve(customer)).catch(ignoreMissing);
    return !found || found.deleted ? undefined : found.metadata['account_id'];
  }

  /** Returns the subscriptions that have not ended, oldest first. */
  async subscriptionsOf(customer: string): Promise<Subscription[]> {
    const all = await this.#call((stripe) =>
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    return all
      .filter(({ status }) => !endedStatuses.includes(status))
      .map(subscriptionOf)
      .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  }

  /** Expires the customer's incomplete checkouts: plan checkouts only, or all checkouts. */
  async expireCheckouts(customer: string, which: 'plans' | 'all'): Promise<void> {
    const open = await this.#call((stripe) =>
      stripe.checkout.sessions
        .list({ customer, status: 'open', limit: 100 })
        .autoPagingToArray({ limit: 1_000 }),
    );
    for (const { id, mode } of open) {
      if (which === 'plans' && mode !== 'subscription') continue;
      await this.#call((stripe) =>
        stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` }),
      ).catch(ignoreRefusal);
    }
  }

  async createPlanCheckout(order: {
    accountId: string;
    customer: string;
    plan: string;
    price: string;
    /** Unix time in seconds of the first invoice for a whole month. The period before this invoice is prorated. */
    anchor: number;
    returnUrl: string;
  }): Promise<HostedPage> {
    const metadata = { account_id: order.accountId, plan: order.plan };
    return this.#checkout({
      mode: 'subscription',
      customer: order.customer,
      client_reference_id: order.accountId,
      line_items: [{ price: order.price, quantity: 1 }],
      metadata,
      subscription_data: {
        metadata,
        billing_cycle_anchor: order.anchor,
        proration_behavior: 'create_prorations',
      },
      ...returnUrls(order.returnUrl),
    });
  }

  async createCreditCheckout(order: {
    accountId: string;
    customer: string;
    credits: number;
    price: string;
    packs: number;
    returnUrl: string;
  }): Promise<HostedPage> {
    const metadata = { account_id: order.accountId, credits: String(order.credits) };
    return this.#checkout({
      mode: 'payment',
      customer: order.customer,
      client_reference_id: order.accountId,
      line_items: [{ price: order.price, quantity: order.packs }],
      metadata,
      payment_intent_data: { metadata },
      ...returnUrls(order.returnUrl),
    });
  }

  /** Returns a page of the customer portal: the confirmation of `change` if given, otherwise the first page. */
  async createPortal(
    customer: string,
    returnUrl: string,
    change?: { subscription: string; item: string; price: string },
  ): Promise<HostedPage> {
    const configuration = this.#settings.stripePortalConfiguration;
    const params: Stripe.BillingPortal.SessionCreateParams = {
      customer,
      return_url: returnUrl,
      ...(configuration === undefined ? {} : { configuration }),
      ...(change && {
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: change.subscription,
            items: [{ id: change.item, price: change.price, quantity: 1 }],
          },
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    };
    const idempotencyKey = `portal:${this.#newId()}`;
    const { id, url } = await this.#call((stripe) =>
      stripe.billingPortal.sessions.create(params, { idempotencyKey }),
    );
    return { id, url };
  }

  /** Ends a subscription now. `invoiceNow` bills metered usage that is not invoiced yet. */
  async cancel(subscription: string, { invoiceNow }: { invoiceNow: boolean }): Promise<void> {
    await this.#call((stripe) =>
      stripe.subscriptions.cancel(
        subscription,
        { invoice_now: invoiceNow, prorate: false },
        { idempotencyKey: `cancel:${subscription}` },
      ),
    ).catch(ignoreMissing);
  }

  /** Refunds the payment of an invoice. */
  async refundInvoice(invoice: string): Promise<void> {
    const payments = await this.#call((stripe) =>
      stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }),
    );
    for (const { payment } of payments.data) {
      const intent = idOf(payment.payment_intent);
      if (intent !== null) await this.refundPayment(intent, 'duplicate');
    }
  }

  /** Refunds a payment, unless it was refunded before. */
  async refundPayment(intent: string, reason: 'duplicate' | 'requested_by_customer'): Promise<void> {
    await this.#call((stripe) =>
      stripe.refunds.create({ payment_intent: intent, reason }, { idempotencyKey: `refund:${intent}` }),
    ).catch(ignoreRefusal);
  }

  /** Creates a subscription that bills only metered usage, starting at `since` (Unix time in seconds). */
  async createOverageSubscription(order: {
    accountId: string;
    customer: string;
    price: string;
    since: number;
    anchor: number;
    /** Payment method of the plan's subscription, if the customer has no default payment method. */
    paymentMethod: string | null;
    key: string;
  }): Promise<string> {
    const { paymentMethod } = order;
    const { id } = await this.#call((stripe) =>
      stripe.subscriptions.create(
        {
          customer: order.customer,
          items: [{ price: order.price }],
          backdate_start_date: order.since,
          billing_cycle_anchor: order.anchor,
          off_session: true,
          ...(paymentMethod === null ? {} : { default_payment_method: paymentMethod }),
          metadata: { account_id: order.accountId, bills: 'overage' },
        },
        { idempotencyKey: `overage:${order.key}` },
      ),
    );
    return id;
  }

  /** Sends a usage report to Stripe. Succeeds if Stripe already has the report. */
  async sendMeterEvent({ identifier, customer, value, timestamp }: MeterReport): Promise<void> {
    await this.#call((stripe) =>
      stripe.billing.meterEvents.create(
        {
          event_name: this.#settings.stripeMeterEvent,
          identifier,
          timestamp,
          payload: { stripe_customer_id: customer, value: String(value) },
        },
        { idempotencyKey: identifier },
      ),
    ).catch(ignoreDuplicate);
  }

  /**
   * Returns the meter's value for each hour of a customer, by the hour's start in milliseconds. `from` and `to` are
   * whole UTC hours.
   */
  async meteredHours(customer: string, from: number, to: number): Promise<Map<number, number>> {
    const event = this.#settings.stripeMeterEvent;
    const meters = await this.#call((stripe) =>
      stripe.billing.meters.list({ status: 'active', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    const meter = meters.find(({ event_name: name }) => name === event);
    if (!meter) throw new Error(`Stripe has no active meter for the event ${event} (STRIPE_METER_EVENT).`);
    const hours = await this.#call((stripe) =>
      stripe.billing.meters
        .listEventSummaries(meter.id, {
          customer,
          start_time: from / 1000,
          end_time: to / 1000,
          value_grouping_window: 'hour',
          limit: 100,
        })
        .autoPagingToArray({ limit: 10_000 }),
    );
    return new Map(hours.map(({ start_time: start, aggregated_value: value }) => [start * 1000, value]));
  }

  /**
   * Returns the payment for a pack of credits. Returns undefined for an incomplete payment, and for a payment that is
   * not for credits.
   */
  async creditPayment(intent: string): Promise<CreditPayment | undefined> {
    const sessions = await this.#call((stripe) =>
      stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
    );
    const [session] = sessions.data;
    const { account_id: accountId, credits } = session?.metadata ?? {};
    if (session?.mode !== 'payment' || session.payment_status !== 'paid' || !accountId || !credits)
      return undefined;
    const payment = await this.#call((stripe) =>
      stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
    );
    const charge = typeof payment.latest_charge === 'string' ? null : payment.latest_charge;
    const disputes = await this.#call((stripe) =>
      stripe.disputes.list({ payment_intent: intent, limit: 100 }),
    );
    return {
      accountId,
      session: session.id,
      credits: Number(credits),
      amount: charge?.amount ?? payment.amount,
      refunded: charge?.amount_refunded ?? 0,
      disputed: disputes.data.some(({ status }) => openDisputes.includes(status)),
    };
  }

  /**
   * Verifies the signature of `body`, the unparsed bytes, and returns the event. Throws `invalid_signature` if the
   * signature is missing, wrong or older than 5 minutes.
   */
  async verifiedEvent(body: Buffer, signature: string | undefined): Promise<StripeEvent> {
    const secrets = this.#settings.stripeWebhookSecrets;
    if (secrets.length === 0) throw billingNotSetUp('STRIPE_WEBHOOK_SECRET');
    const { webhooks } = await this.#stripe();
    const isSigned = secrets.some((secret) => {
      try {
        const now = this.#clock.now();
        return webhooks.signature?.verifyHeader(
          body,
          signature ?? '',
          secret,
          toleranceSeconds,
          undefined,
          now,
        );
      } catch {
        return false;
      }
    });
    if (!isSigned) throw invalidSignature();
    return eventOf(JSON.parse(body.toString()) as Record<string, unknown>);
  }

  async #checkout(params: Stripe.Checkout.SessionCreateParams): Promise<HostedPage> {
    const idempotencyKey = `checkout:${this.#newId()}`;
    const { id, url } = await this.#call((stripe) =>
      stripe.checkout.sessions.create(params, { idempotencyKey }),
    );
    if (url === null) throw providerFailed(new Error(`checkout session ${id} has no address`));
    return { id, url };
  }

  async #call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.#stripe();
    try {
      return await work(stripe);
    } catch (error) {
      throw providerFailed(error);
    }
  }

  /** Returns the client, which is loaded on first use, because loading takes 10% of the server's start time. */
  #stripe(): Promise<Stripe> {
    const { stripeSecretKey: key, stripeApiBase: base } = this.#settings;
    if (key === undefined) throw billingNotSetUp('STRIPE_SECRET_KEY');
    const { protocol, hostname, port } = new URL(base);
    this.#client ??= import('stripe').then(
      ({ default: Client }) =>
        new Client(key, {
          host: hostname,
          port: port || (protocol === 'http:' ? 80 : 443),
          protocol: protocol === 'http:' ? 'http' : 'https',
          timeout: timeoutMs,
          maxNetworkRetries: 2,
          telemetry: false,
        }),
    );
    return this.#client;
  }
}

function subscriptionOf(subscription: Stripe.Subscription): Subscription {
  const {
    id,
    status,
    items,
    created,
    latest_invoice: invoice,
    default_payment_method: method,
  } = subscription;
  return {
    ...{ id, status, created },
    items: items.data.map((item) => ({ id: item.id, price: item.price.id })),
    latestInvoice: idOf(invoice),
    paymentMethod: idOf(method),
  };
}

/** Parses a Stripe event. Snapshot events contain their object. Thin events name the object in `related_object`. */
function eventOf({ id, type, data, related_object: related }: Record<string, unknown>): StripeEvent {
  const object = (data as { object?: unknown } | undefined)?.object ?? related ?? {};
  return { id: String(id), kind: String(type), object: object as StripeEvent['object'] };
}

/** Returns the id in an expandable field, which contains an id or an object with an id. */
function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

function returnUrls(address: string) {
  return { success_url: `${address}?checkout=done`, cancel_url: `${address}?checkout=cancelled` };
}
