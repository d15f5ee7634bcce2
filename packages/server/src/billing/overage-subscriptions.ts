/**
 * The subscription that bills a customer's meter (overage subscription). Overage and plan have separate subscriptions,
 * because Stripe's portal can change the plan only in a subscription with one price. The overage subscription is
 * created with the first overage, so that only customers with overage have two subscriptions.
 */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { monthOf } from '../kit/months.ts';
import type { Customer, Customers } from './customers.ts';
import type { Prices } from './prices.ts';
import type { StripeGateway } from './stripe.ts';

interface OverageServices {
  database: Database;
  clock: Clock;
  stripe: StripeGateway;
  customers: Customers;
  prices: Prices;
}

export class OverageSubscriptions {
  readonly #services: OverageServices;

  constructor(services: OverageServices) {
    this.#services = services;
  }

  /**
   * Creates a subscription that bills from `hour` on, unless one exists. `hour` is the start of an hour, in
   * milliseconds.
   */
  async ensure(customer: Customer, hour: number): Promise<void> {
    if (customer.overage_subscription_id !== null) return;
    const { database, clock, stripe, prices } = this.#services;
    const { account_id: accountId, customer_id: id } = customer;
    const all = await stripe.subscriptionsOf(id);
    const priceOf = (items: readonly { price: string }[]) => items.map(({ price }) => price);
    const plan = all.find(({ items }) => prices.planOf(priceOf(items)) !== undefined);
    const known = all.find(({ items }) => prices.isOverage(priceOf(items)));
    const overage_subscription_id =
      known?.id ??
      (await stripe.createOverageSubscription({
        accountId,
        customer: id,
        price: prices.sold('overage'),
        since: hour / 1000,
        anchor: monthOf(clock.now()).end / 1000,
        paymentMethod: plan?.paymentMethod ?? null,
        key: `${accountId}:${hour}`,
      }));
    await database.query
      .updateTable('stripe_customers')
      .set({ overage_subscription_id })
      .where('account_id', '=', accountId)
      .execute();
  }

  /**
   * Ends the overage subscription of each account that has no plan subscription and no unreported hours. Stripe creates
   * a last invoice.
   */
  async endUnused(): Promise<void> {
    const { database, stripe } = this.#services;
    const unused = await database.query
      .selectFrom('stripe_customers')
      .select(['account_id', 'overage_subscription_id'])
      .where('overage_subscription_id', 'is not', null)
      .where('subscription_id', 'is', null)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('meter_hours')
              .select('hour')
              .whereRef('meter_hours.account_id', '=', 'stripe_customers.account_id')
              .where('due_at', 'is not', null),
          ),
        ),
      )
      .execute();
    for (const { account_id: accountId, overage_subscription_id: subscription } of unused) {
      if (subscription === null) continue;
      await stripe.cancel(subscription, { invoiceNow: true });
      await database.query
        .updateTable('stripe_customers')
        .set({ overage_subscription_id: null })
        .where('account_id', '=', accountId)
        .where('overage_subscription_id', '=', subscription)
        .execute();
    }
  }
}
