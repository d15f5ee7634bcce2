/**
 * Pages on which an account's owner pays: Stripe's checkout, or its portal for a live subscription (contract §12.5).
 */
import type { Account } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import { monthOf } from '../kit/months.ts';
import type { Customer, Customers } from './customers.ts';
import { creditPack, soldPlans, type Prices, type SoldPlan } from './prices.ts';
import { isRefusal } from './refusals.ts';
import type { StripeGateway } from './stripe.ts';
import type { HostedPage, Subscription } from './stripe-objects.ts';
import type { Subscriptions } from './subscriptions.ts';
import { billingNotSetUp } from './unavailable.ts';

/** Maximum number of credits per checkout. */
const maxCredits = 10_000_000;

interface CheckoutServices {
  stripe: StripeGateway;
  customers: Customers;
  subscriptions: Subscriptions;
  prices: Prices;
  clock: Clock;
  /** Returns the URL to which Stripe's pages send the owner back. */
  returnUrl: () => string;
}

export class Checkout {
  readonly #services: CheckoutServices;

  constructor(services: CheckoutServices) {
    this.#services = services;
  }

  /** Returns the payment page for `plan`. Throws `bad_request` if the account cannot buy this plan. */
  async plan(account: Account, plan: string): Promise<HostedPage> {
    const { stripe, customers, subscriptions, prices, clock, returnUrl } = this.#services;
    this.#requireSetUp();
    const wanted = soldPlan(plan);
    if (account.planSource === 'operator') throw operatorsPlan(account.plan.name);
    const price = prices.sold(wanted);
    const customer = await customers.ensure(account);
    const live = await subscriptions.live(customer);
    if (live) {
      if (live.plan === wanted) throw samePlan(wanted);
      return this.#change(customer, live.subscription, price);
    }
    await stripe.expireCheckouts(customer.customer_id, 'plans');
    return stripe.createPlanCheckout({
      accountId: account.id,
      customer: customer.customer_id,
      plan: wanted,
      price,
      // Makes invoices cover the same months as quotas.
      anchor: monthOf(clock.now()).end / 1000,
      returnUrl: returnUrl(),
    });
  }

  /** Returns the payment page for credits. Throws `bad_request` unless `credits` is a multiple of the pack size. */
  async credits(account: Account, credits: number): Promise<HostedPage> {
    const { stripe, customers, prices, returnUrl } = this.#services;
    this.#requireSetUp();
    if (credits % creditPack !== 0 || credits < creditPack || credits > maxCredits) throw notWholePacks();
    const price = prices.sold('credits');
    const { customer_id: customer } = await customers.ensure(account);
    const order = { accountId: account.id, customer, credits, price, packs: credits / creditPack };
    return stripe.createCreditCheckout({ ...order, returnUrl: returnUrl() });
  }

  /** Returns Stripe's customer portal: invoices, payment methods, cancellation. */
  async portal(account: Account): Promise<HostedPage> {
    const { stripe, customers, returnUrl } = this.#services;
    this.#requireSetUp();
    const { customer_id: customer } = await customers.ensure(account);
    return stripe.createPortal(customer, returnUrl());
  }

  /**
   * Returns the page of Stripe's portal on which the owner confirms the change to the new price. If Stripe cannot offer
   * this page now, returns the first page of the portal.
   */
  async #change(
    { customer_id: customer }: Customer,
    { id, items }: Subscription,
    price: string,
  ): Promise<HostedPage> {
    const { stripe, prices, returnUrl } = this.#services;
    const item = items.find((one) => prices.planOf([one.price]));
    if (!item) throw new Error(`subscription ${id} has no price of a plan`);
    const change = { subscription: id, item: item.id, price };
    try {
      return await stripe.createPortal(customer, returnUrl(), change);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return stripe.createPortal(customer, returnUrl());
    }
  }

  #requireSetUp(): void {
    if (!this.#services.stripe.isSetUp) throw billingNotSetUp('STRIPE_SECRET_KEY');
  }
}

function soldPlan(plan: string): SoldPlan {
  const sold = soldPlans.find((name) => name === plan);
  if (sold) return sold;
  const instead: Readonly<Record<string, string>> = {
    free: 'To return to Free, cancel the subscription. POST /v1/billing/portal returns the link.',
    enterprise: 'The plan enterprise is agreed with the operator of this service.',
  };
  const unknown = `The field "plan" must be one of ${soldPlans.join(', ')}.`;
  throw badPlan(Object.hasOwn(instead, plan) ? (instead[plan] ?? unknown) : unknown);
}

function operatorsPlan(plan: string): ServiceError {
  return badPlan(
    `The operator of this service set the plan of this account to ${plan}. Contact the operator to change it.`,
  );
}

function samePlan(plan: string): ServiceError {
  return badPlan(
    `The account already has the plan ${plan}. POST /v1/billing/portal returns the link to the subscription, which you can resume there if it was cancelled.`,
  );
}

function badPlan(message: string): ServiceError {
  return new ServiceError('bad_request', message, { details: { field: 'plan', allowed: soldPlans } });
}

function notWholePacks(): ServiceError {
  const allowed = `a multiple of ${creditPack} from ${creditPack} to ${maxCredits}`;
  return new ServiceError('bad_request', `The field "credits" must be ${allowed}.`, {
    details: { field: 'credits', allowed },
  });
}
