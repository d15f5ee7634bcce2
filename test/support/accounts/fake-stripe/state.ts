/**
 * The state of the fake Stripe: objects in the form in which the API returns them, and methods that simulate the
 * actions of a customer or a bank.
 */
import { randomUUID } from 'node:crypto';
import { invoiceOfPeriod, meteredLine, proratedLine, type InvoiceLine } from './invoice-lines.ts';

export interface FakePrice {
  /** Price in cents. The amount of a metered price is the price of one unit. */
  amount: number;
  metered?: true;
}

export interface FakeSubscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  created: number;
  metadata: Record<string, string>;
  items: { object: 'list'; data: { id: string; price: { id: string }; quantity?: number }[] };
  latest_invoice: string | null;
  default_payment_method: string | null;
  cancel_at_period_end: boolean;
  /** Current billing period, in Unix seconds. */
  period: { start: number; end: number };
  /** If a downgrade is scheduled in the portal, the price that applies from the next period. */
  next_price?: string;
}

export interface FakeInvoice {
  id: string;
  object: 'invoice';
  customer: string;
  subscription: string;
  status: 'draft' | 'open' | 'paid';
  lines: InvoiceLine[];
  total: number;
  payment_intent: string | null;
  /**
   * Time of finalization in Unix seconds. Metered lines include the usage that was reported before the finalization.
   */
  finalizes: number;
  period: { start: number; end: number };
}

export interface FakeSession {
  id: string;
  object: 'checkout.session';
  customer: string;
  mode: 'subscription' | 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  client_reference_id: string;
  metadata: Record<string, string>;
  url: string;
  subscription: string | null;
  payment_intent: string | null;
  line: { price: string; quantity: number };
  anchor: number | null;
}

export interface FakePayment {
  id: string;
  object: 'payment_intent';
  amount: number;
  customer: string;
  latest_charge: {
    id: string;
    object: 'charge';
    amount: number;
    amount_refunded: number;
    payment_intent: string;
  };
}

export interface FakeDispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  status: string;
}

export interface FakeEvent {
  id: string;
  type: string;
  /** The Stripe object in its state at the time of the event. */
  data: { object: Record<string, unknown> };
}

/** The usage of one hour, as the service reported it. `hour` is the start of the hour in Unix seconds. */
export interface MeterValue {
  customer: string;
  hour: number;
  value: number;
}

const renewalGraceSeconds = 3_600;

export class FakeStripeState {
  readonly prices: Readonly<Record<string, FakePrice>>;
  readonly customers = new Map<string, { id: string; email: string; metadata: Record<string, string> }>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  readonly sessions = new Map<string, FakeSession>();
  readonly portalSessions = new Map<
    string,
    { id: string; customer: string; confirm?: { subscription: string; price: string } }
  >();
  readonly invoices = new Map<string, FakeInvoice>();
  readonly payments = new Map<string, FakePayment>();
  readonly refunds = new Map<string, { id: string; payment_intent: string; amount: number }>();
  readonly disputes = new Map<string, FakeDispute>();
  /** Latest reported value for each customer and hour. */
  readonly meter = new Map<string, MeterValue>();
  readonly meterIdentifiers = new Map<string, number>();
  /** Events that are not delivered yet. */
  readonly events: FakeEvent[] = [];
  /** Ids of customers with a card that is declined. */
  readonly refusedCards = new Set<string>();
  readonly #now: () => number;

  constructor(prices: Readonly<Record<string, FakePrice>>, now: () => number) {
    this.prices = prices;
    this.#now = now;
  }

  /** The current time in Unix seconds. */
  get now(): number {
    return Math.floor(this.#now() / 1000);
  }

  newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

  emit(type: string, object: object): void {
    const data = { object: structuredClone(object) as Record<string, unknown> };
    this.events.push({ id: this.newId('evt'), type, data });
  }

  /** Completes an open checkout as if the customer had paid, and returns its session. */
  completeCheckout(id: string): FakeSession {
    const session = this.#get(this.sessions, id);
    if (session.status !== 'open') throw new Error(`checkout ${id} is ${session.status}`);
    session.status = 'complete';
    session.payment_status = 'paid';
    if (session.mode === 'payment') {
      const amount = this.#price(session.line.price).amount * session.line.quantity;
      session.payment_intent = this.#pay(session.customer, amount).id;
    } else {
      const end = session.anchor ?? this.#monthAfter(this.now);
      session.subscription = this.startSubscription({
        customer: session.customer,
        price: session.line.price,
        start: this.now,
        end,
        metadata: session.metadata,
      }).id;
    }
    this.emit('checkout.session.completed', session);
    return session;
  }

  startSubscription(order: {
    customer: string;
    price: string;
    start: number;
    end: number;
    metadata: Record<string, string>;
  }): FakeSubscription {
    const subscription: FakeSubscription = {
      id: this.newId('sub'),
      object: 'subscription',
      customer: order.customer,
      status: 'active',
      created: this.now,
      metadata: order.metadata,
      items: { object: 'list', data: [{ id: this.newId('si'), price: { id: order.price }, quantity: 1 }] },
      latest_invoice: null,
      default_payment_method: this.newId('pm'),
      cancel_at_period_end: false,
      period: { start: order.start, end: order.end },
    };
    this.subscriptions.set(subscription.id, subscription);
    this.emit('customer.subscription.created', subscription);
    if (!this.#price(order.price).metered) {
      const line = proratedLine(order.price, this.#price(order.price).amount, this.now, order.end);
      this.#finalize(this.#draft(subscription, [line], this.now));
    }
    return subscription;
  }

  /**
   * Confirms the change of plan in a portal session, as a customer does. An upgrade applies at once. A downgrade
   * applies at the end of the period.
   */
  confirmPortal(id: string): void {
    const { confirm } = this.#get(this.portalSessions, id);
    if (!confirm) throw new Error(`portal session ${id} has no change to confirm`);
    const subscription = this.#get(this.subscriptions, confirm.subscription);
    const [item] = subscription.items.data;
    if (!item) throw new Error('no item');
    const [before, after] = [this.#price(item.price.id), this.#price(confirm.price)];
    if (after.amount < before.amount) subscription.next_price = confirm.price;
    else {
      const { end } = subscription.period;
      const lines = [
        proratedLine(item.price.id, -before.amount, this.now, end),
        proratedLine(confirm.price, after.amount, this.now, end),
      ];
      item.price = { id: confirm.price };
      this.#finalize(this.#draft(subscription, lines, this.now));
    }
    this.emit('customer.subscription.updated', subscription);
  }

  cancelAtPeriodEnd(id: string): void {
    const subscription = this.#get(this.subscriptions, id);
    subscription.cancel_at_period_end = true;
    this.emit('customer.subscription.updated', subscription);
  }

  /** Ends a subscription now and returns it. With `invoiceNow`, also bills the metered usage. */
  end(id: string, invoiceNow = false): FakeSubscription {
    const subscription = this.#get(this.subscriptions, id);
    const [item] = subscription.items.data;
    if (invoiceNow && item && this.#price(item.price.id).metered)
      this.#finalize(this.#draft(subscription, [], this.now, { ...subscription.period, end: this.now }));
    subscription.status = 'canceled';
    this.emit('customer.subscription.deleted', subscription);
    return subscription;
  }

  /** Retries the payments of the open invoices of a customer. */
  retryPayments(customer: string): void {
    for (const invoice of this.invoices.values())
      if (invoice.customer === customer && invoice.status === 'open') this.#collect(invoice);
  }

  refund(intent: string, amount?: number): void {
    const { latest_charge: charge } = this.#get(this.payments, intent);
    const rest = charge.amount - charge.amount_refunded;
    const refund = { id: this.newId('re'), object: 'refund', payment_intent: intent, amount: amount ?? rest };
    charge.amount_refunded += refund.amount;
    this.refunds.set(refund.id, refund);
    this.emit('charge.refunded', charge);
    this.emit('refund.created', refund);
  }

  /**
   * Disputes a payment, as the bank of a customer would. The first call opens the dispute, and the second call closes
   * it.
   */
  dispute(intent: string, status: 'needs_response' | 'won' | 'lost'): void {
    const known = [...this.disputes.values()].find((one) => one.payment_intent === intent);
    const dispute = known ?? { id: this.newId('dp'), object: 'dispute', payment_intent: intent, status };
    dispute.status = status;
    this.disputes.set(dispute.id, dispute);
    this.emit(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute);
  }

  /** Applies the effects of the elapsed time: renewals, ended subscriptions, finalized invoices. */
  tick(): void {
    for (const subscription of this.subscriptions.values())
      while (subscription.status !== 'canceled' && subscription.period.end <= this.now)
        this.#renew(subscription);
    for (const invoice of this.invoices.values())
      if (invoice.status === 'draft' && invoice.finalizes <= this.now) this.#finalize(invoice);
  }

  #renew(subscription: FakeSubscription): void {
    const [item] = subscription.items.data;
    if (!item) throw new Error('no item');
    const ended = subscription.period;
    const isMetered = this.#price(item.price.id).metered === true;
    if (isMetered) this.#draft(subscription, [], ended.end + renewalGraceSeconds, ended);
    if (subscription.cancel_at_period_end) {
      subscription.status = 'canceled';
      this.emit('customer.subscription.deleted', subscription);
      return;
    }
    if (subscription.next_price !== undefined) item.price = { id: subscription.next_price };
    delete subscription.next_price;
    subscription.period = { start: ended.end, end: this.#monthAfter(ended.end) };
    if (!isMetered) {
      const line = invoiceOfPeriod(item.price.id, this.#price(item.price.id).amount);
      this.#draft(subscription, [line], ended.end + renewalGraceSeconds);
    }
    this.emit('customer.subscription.updated', subscription);
  }

  #draft(
    subscription: FakeSubscription,
    lines: InvoiceLine[],
    finalizes: number,
    period = subscription.period,
  ): FakeInvoice {
    const invoice: FakeInvoice = {
      id: this.newId('in'),
      object: 'invoice',
      customer: subscription.customer,
      subscription: subscription.id,
      status: 'draft',
      lines,
      total: 0,
      payment_intent: null,
      finalizes,
      period,
    };
    this.invoices.set(invoice.id, invoice);
    subscription.latest_invoice = invoice.id;
    this.emit('invoice.created', invoice);
    return invoice;
  }

  #finalize(invoice: FakeInvoice): void {
    const [item] = this.#get(this.subscriptions, invoice.subscription).items.data;
    const price = item && this.#price(item.price.id);
    if (item && price?.metered) {
      const hours = [...this.meter.values()].filter(
        ({ customer, hour }) =>
          customer === invoice.customer && hour >= hourAt(invoice.period.start) && hour < invoice.period.end,
      );
      invoice.lines.push(meteredLine(item.price.id, price.amount, hours));
    }
    invoice.total = invoice.lines.reduce((sum, { amount }) => sum + amount, 0);
    invoice.status = 'open';
    this.emit('invoice.finalized', invoice);
    this.#collect(invoice);
  }

  #collect(invoice: FakeInvoice): void {
    const subscription = this.#get(this.subscriptions, invoice.subscription);
    if (this.refusedCards.has(invoice.customer) && invoice.total > 0) {
      if (subscription.status === 'active') subscription.status = 'past_due';
      this.emit('invoice.payment_failed', invoice);
    } else {
      invoice.status = 'paid';
      if (invoice.total > 0) invoice.payment_intent = this.#pay(invoice.customer, invoice.total).id;
      if (subscription.status === 'past_due') subscription.status = 'active';
      this.emit('invoice.paid', invoice);
    }
    this.emit('customer.subscription.updated', subscription);
  }

  #pay(customer: string, amount: number): FakePayment {
    const id = this.newId('pi');
    const charge = {
      id: this.newId('ch'),
      object: 'charge' as const,
      amount,
      amount_refunded: 0,
      payment_intent: id,
    };
    const payment: FakePayment = { id, object: 'payment_intent', amount, customer, latest_charge: charge };
    this.payments.set(id, payment);
    return payment;
  }

  #price(id: string): FakePrice {
    const price = this.prices[id];
    if (!price) throw new Error(`no price ${id}`);
    return price;
  }

  #get<T>(map: ReadonlyMap<string, T>, id: string): T {
    const found = map.get(id);
    if (found === undefined) throw new Error(`${id} not found`);
    return found;
  }

  #monthAfter(seconds: number): number {
    const date = new Date(seconds * 1000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000;
  }
}

const hourAt = (seconds: number) => seconds - (seconds % 3_600);
