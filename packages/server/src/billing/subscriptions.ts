/** Sets an account's plan to the plan of its current subscription at Stripe (contract §12.7). */
import type { Kysely } from 'kysely';
import { applySubscribedPlan } from '../accounts/accounts.ts';
import { deletionTime } from '../accounts/open-account.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { setOverage } from '../limits/allowances.ts';
import type { Customer, Customers } from './customers.ts';
import type { Prices, SoldPlan } from './prices.ts';
import type { StripeGateway } from './stripe.ts';
import type { StripeEvent, Subscription } from './stripe-objects.ts';

/** Statuses in which a subscription grants its plan. An account keeps its plan while Stripe retries a payment. */
const grantingStatuses = ['active', 'trialing', 'past_due'];
/** Statuses in which a subscription can still be paid, so the customer must not have a second subscription. */
const liveStatuses = [...grantingStatuses, 'unpaid', 'paused'];

interface SubscriptionServices {
  database: Database;
  stripe: StripeGateway;
  customers: Customers;
  prices: Prices;
  /** Called for each subscription that was ended because another subscription existed. */
  onDuplicate: (duplicate: { accountId: string; subscription: string }) => void;
}

/** State of a customer at Stripe. */
interface SubscribedState {
  /** Subscription of the plan. */
  current: Subscription | undefined;
  plan: SoldPlan | null;
  overage: Subscription | undefined;
}

export class Subscriptions {
  readonly #services: SubscriptionServices;

  constructor(services: SubscriptionServices) {
    this.#services = services;
  }

  /** Returns the customer's live plan subscription at Stripe, or undefined if no subscription is live. */
  async live(customer: Customer): Promise<{ subscription: Subscription; plan: SoldPlan } | undefined> {
    const [first] = this.#plansAmong(await this.#services.stripe.subscriptionsOf(customer.customer_id));
    return first;
  }

  /**
   * Updates the account's plan from its subscriptions at Stripe. `event` is the Stripe event that reported the change
   * of a subscription.
   */
  async sync(customer: Customer, event?: StripeEvent): Promise<void> {
    await this.#services.customers.apply(customer, {
      event,
      fetch: (seen) => this.#fetch(seen),
      write: (db, state, seen) => this.#write(db, state, seen),
    });
  }

  /**
   * Ends the plan subscription and the incomplete checkouts of a deleted account. The subscription that bills the meter
   * ends once all hours are reported.
   */
  async endOf(accountId: string): Promise<void> {
    const { stripe, customers } = this.#services;
    const customer = await customers.find({ account_id: accountId });
    if (!customer) return;
    const { customer_id: id } = customer;
    await stripe.expireCheckouts(id, 'all');
    for (const { subscription } of this.#plansAmong(await stripe.subscriptionsOf(id)))
      await stripe.cancel(subscription.id, { invoiceNow: false });
    await this.sync(customer);
  }

  async #fetch(customer: Customer): Promise<SubscribedState> {
    const { stripe, prices, onDuplicate } = this.#services;
    const all = await stripe.subscriptionsOf(customer.customer_id);
    const plans = this.#plansAmong(all);
    const deletedAt = await deletionTime(this.#services.database.query, customer.account_id);
    // If the customer completed several checkouts, keeps only the first subscription. If the account is deleted, keeps
    // no subscription.
    const excess = plans.splice(deletedAt === null ? 1 : 0);
    const [first] = plans;
    for (const { subscription } of excess) {
      const isUnused = deletedAt === null || subscription.created >= Math.floor(deletedAt / 1000);
      if (isUnused && subscription.latestInvoice !== null)
        await stripe.refundInvoice(subscription.latestInvoice);
      await stripe.cancel(subscription.id, { invoiceNow: false });
      onDuplicate({ accountId: customer.account_id, subscription: subscription.id });
    }
    const isGranting = first !== undefined && grantingStatuses.includes(first.subscription.status);
    return {
      current: first?.subscription,
      plan: isGranting ? first.plan : null,
      overage: all.find(
        ({ status, items }) => liveStatuses.includes(status) && prices.isOverage(pricesOf(items)),
      ),
    };
  }

  async #write(
    db: Kysely<Tables>,
    { current, plan, overage }: SubscribedState,
    { account_id: accountId, overage_subscription_id: hadOverage }: Customer,
  ): Promise<void> {
    await db
      .updateTable('stripe_customers')
      .set({
        subscription_id: current?.id ?? null,
        subscription_status: current?.status ?? null,
        overage_subscription_id: overage?.id ?? null,
      })
      .where('account_id', '=', accountId)
      .execute();
    await applySubscribedPlan(db, accountId, plan);
    // Disables overage, because no subscription would bill it. The owner ended the overage subscription, or its payment
    // failed permanently.
    if (hadOverage !== null && !overage && plan !== null) await setOverage(db, accountId, { enabled: false });
  }

  /**
   * Returns the live plan subscriptions. Subscriptions with a status that gives the account their plan come first.
   * Among subscriptions with equal rank, older subscriptions come before newer subscriptions.
   */
  #plansAmong(all: readonly Subscription[]): { subscription: Subscription; plan: SoldPlan }[] {
    const { prices } = this.#services;
    const live = all.flatMap((subscription) => {
      const plan = prices.planOf(pricesOf(subscription.items));
      return plan && liveStatuses.includes(subscription.status) ? [{ subscription, plan }] : [];
    });
    const rank = ({ subscription }: { subscription: Subscription }) =>
      Number(!grantingStatuses.includes(subscription.status));
    return live.sort((a, b) => rank(a) - rank(b));
  }
}

const pricesOf = (items: Subscription['items']) => items.map(({ price }) => price);
