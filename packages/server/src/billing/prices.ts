/** The Stripe prices in the settings: the product of each price, and the current price of each product. */
import type { Config } from '../config.ts';
import { billingNotSetUp } from './unavailable.ts';

/** Plans for sale. A plan that is not for sale is free, or the operator assigns it. */
export const soldPlans = ['hobby', 'startup', 'scale', 'growth'] as const;

export type SoldPlan = (typeof soldPlans)[number];

/** Number of credits per pack. */
export const creditPack = 1_000;

type PriceName = SoldPlan | 'credits' | 'overage';

export type PriceSettings = Pick<
  Config,
  | 'stripePriceHobby'
  | 'stripePriceStartup'
  | 'stripePriceScale'
  | 'stripePriceGrowth'
  | 'stripePriceCredits'
  | 'stripePriceOverage'
>;

export class Prices {
  readonly #ids: Readonly<Record<PriceName, readonly string[]>>;

  constructor(settings: PriceSettings) {
    this.#ids = {
      hobby: settings.stripePriceHobby,
      startup: settings.stripePriceStartup,
      scale: settings.stripePriceScale,
      growth: settings.stripePriceGrowth,
      credits: settings.stripePriceCredits,
      overage: settings.stripePriceOverage,
    };
  }

  /** Returns the id of the current price. Throws `service_unavailable` if no price is set. */
  sold(name: PriceName): string {
    const [id] = this.#ids[name];
    if (id === undefined) throw billingNotSetUp(settingOf(name));
    return id;
  }

  /** Returns the plan to which any of `priceIds` belongs. The ids may be ids of current or earlier prices. */
  planOf(priceIds: readonly string[]): SoldPlan | undefined {
    return soldPlans.find((plan) => this.#ids[plan].some((id) => priceIds.includes(id)));
  }

  isOverage(priceIds: readonly string[]): boolean {
    return this.#ids.overage.some((id) => priceIds.includes(id));
  }

  /** Names of the missing settings. */
  get missing(): string[] {
    return (Object.keys(this.#ids) as PriceName[])
      .filter((name) => this.#ids[name].length === 0)
      .map(settingOf);
  }
}

const settingOf = (name: PriceName) => `STRIPE_PRICE_${name.toUpperCase()}`;
