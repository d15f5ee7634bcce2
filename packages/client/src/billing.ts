/** Payment: links to the pages for plans and credits, and the cap on overage. */
import type { BillingPortal, Checkout, Overage } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

/** An order for a plan, or for credits. Each credit is one prepaid conversion, and `credits` is a multiple of 1,000. */
export type Order = { plan: 'hobby' | 'startup' | 'scale' | 'growth' | (string & {}) } | { credits: number };

export interface OverageSetting {
  enabled: boolean;
  /** Maximum cost of overage per month. Null removes the cap. If this property is omitted, the cap stays unchanged. */
  monthlyCapUsd?: number | null | undefined;
}

export class Billing {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns a link to the page on which the owner pays or confirms a change of plan. */
  checkout(order: Order, options: CallOptions = {}): Promise<Checkout> {
    return this.#post('checkout', order, options);
  }

  /** Returns a link to the page with invoices, payment methods and cancellation. */
  portal(options: CallOptions = {}): Promise<BillingPortal> {
    return this.#post('portal', {}, options);
  }

  /** Updates the overage setting and returns it. */
  setOverage({ enabled, monthlyCapUsd }: OverageSetting, options: CallOptions = {}): Promise<Overage> {
    const cap = monthlyCapUsd === undefined ? {} : { monthly_cap_usd: monthlyCapUsd };
    return this.#post('overage', { enabled, ...cap }, options);
  }

  /** Sends a request that may be retried after any error, because none of these requests charges money. */
  #post<Answer>(name: string, content: object, options: CallOptions): Promise<Answer> {
    const body = () => jsonBody(content);
    return this.#http.json({ ...options, method: 'POST', path: `/v1/billing/${name}`, body });
  }
}
