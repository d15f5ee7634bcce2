/** Paying: where a plan or credits are bought, and what conversions beyond them may cost. */
import type { BillingPortal, Checkout, Overage } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

/** What is bought: a plan, or prepaid conversions in packs of 1,000. */
export type Order = { plan: 'hobby' | 'startup' | 'scale' | 'growth' | (string & {}) } | { credits: number };

export interface OverageSetting {
  enabled: boolean;
  /** The most that overage may cost in a month; null: no cap. Left out, the cap stays as it is. */
  monthlyCapUsd?: number | null | undefined;
}

export class Billing {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The page at which the owner pays, or confirms a change of plan. */
  checkout(order: Order, options: CallOptions = {}): Promise<Checkout> {
    return this.#post('checkout', order, options);
  }

  /** The page with invoices, means of payment, and cancelling. */
  portal(options: CallOptions = {}): Promise<BillingPortal> {
    return this.#post('portal', {}, options);
  }

  /** Answers what holds from now on. */
  setOverage({ enabled, monthlyCapUsd }: OverageSetting, options: CallOptions = {}): Promise<Overage> {
    const cap = monthlyCapUsd === undefined ? {} : { monthly_cap_usd: monthlyCapUsd };
    return this.#post('overage', { enabled, ...cap }, options);
  }

  /** None of them pays or charges by itself, so that each may be sent again. */
  #post<Answer>(name: string, content: object, options: CallOptions): Promise<Answer> {
    const body = () => jsonBody(content);
    return this.#http.json({ ...options, method: 'POST', path: `/v1/billing/${name}`, body });
  }
}
