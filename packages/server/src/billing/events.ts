/** Applies each Stripe event once, even if events arrive repeatedly or in another order (contract §12.6). */
import type { CreditPurchases } from './credit-purchases.ts';
import type { Customers } from './customers.ts';
import type { StripeEvent } from './stripe-objects.ts';
import type { Subscriptions } from './subscriptions.ts';

interface EventServices {
  customers: Customers;
  subscriptions: Subscriptions;
  creditPurchases: CreditPurchases;
  /** Called if Stripe could not process meter reports. */
  onMeterError: (event: StripeEvent) => void;
}

/**
 * Subject of an event: a customer's subscriptions, a payment, or the meter. The subject is undefined if the event
 * concerns something else.
 */
type Subject = { customer: string } | { payment: string } | 'meter' | undefined;

/** Types of Stripe events about rejected meter reports. */
export const meterErrorKinds = [
  'v1.billing.meter.error_report_triggered',
  'v1.billing.meter.no_meter_found',
  'billing.meter.error_report_triggered',
  'billing.meter.no_meter_found',
];

export class StripeEvents {
  readonly #services: EventServices;

  constructor(services: EventServices) {
    this.#services = services;
  }

  /** Applies an event. Uses only the ids in the event's object, because its other fields may be outdated. */
  async apply(event: StripeEvent): Promise<void> {
    const { customers, subscriptions, creditPurchases, onMeterError } = this.#services;
    const subject = subjectOf(event);
    if (subject === undefined || (await customers.isApplied(event))) return;
    if (subject === 'meter') {
      onMeterError(event);
    } else if ('payment' in subject) {
      if (await creditPurchases.sync(subject.payment, event)) return;
    } else {
      const customer = await customers.known(subject.customer);
      if (customer) return subscriptions.sync(customer, event);
    }
    await customers.noteEvent(event);
  }
}

function subjectOf({ kind, object }: StripeEvent): Subject {
  if (meterErrorKinds.includes(kind)) return 'meter';
  if (kind.startsWith('checkout.session.'))
    return object['mode'] === 'payment' ? payment(object) : customer(object);
  if (/^(charge\.refund|charge\.dispute\.|refund\.)/.test(kind)) return payment(object);
  return /^(customer\.subscription|invoice|subscription_schedule)\./.test(kind)
    ? customer(object)
    : undefined;
}

const customer = (object: StripeEvent['object']): Subject =>
  named(object, 'customer', (id) => ({ customer: id }));
const payment = (object: StripeEvent['object']): Subject =>
  named(object, 'payment_intent', (id) => ({ payment: id }));

function named(object: StripeEvent['object'], field: string, make: (id: string) => Subject): Subject {
  const id = object[field];
  return typeof id === 'string' ? make(id) : undefined;
}
