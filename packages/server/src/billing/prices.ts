/** The prices at Stripe that the settings name: what each sells, and which of several is sold now. */
import type { Config } from '../config.ts';
import { billingNotSetUp } from './unavailable.ts';

/** The plans that are sold; the others are free, or the operator's to give. */
export const soldPlans = ['hobby', 'startup', 'scale', 'growth'] as const;

export type SoldPlan = (typeof soldPlans)[number];

/** Credits are sold in packs of so many. */
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

  /** The price that is sold now. Throws `service_unavailable` where none is set. */
  sold(name: PriceName): string {
    const [id] = this.#ids[name];
    if (id === undefined) throw billingNotSetUp(settingOf(name));
    return id;
  }

  /** The plan of one of `priceIds`, sold now or earlier. */
  planOf(priceIds: readonly string[]): SoldPlan | undefined {
    return soldPlans.find((plan) => this.#ids[plan].some((id) => priceIds.includes(id)));
  }

  isOverage(priceIds: readonly string[]): boolean {
    return this.#ids.overage.some((id) => priceIds.includes(id));
  }

  /** The settings that are missing. */
  get missing(): string[] {
    return (Object.keys(this.#ids) as PriceName[])
      .filter((name) => this.#ids[name].length === 0)
      .map(settingOf);
  }
}

const settingOf = (name: PriceName) => `STRIPE_PRICE_${name.toUpperCase()}`;
