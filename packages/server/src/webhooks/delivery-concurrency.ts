/** Limits concurrent attempts, so that a slow endpoint delays only its own deliveries. */
import type { DeliveryRow } from '../db/tables.ts';

export type DeliveryHolder = Pick<DeliveryRow, 'endpoint_origin' | 'account_id'>;

interface DeliveryBounds {
  /** Maximum number of concurrent attempts. */
  all: number;
  /** Maximum number of concurrent attempts to one endpoint. */
  perEndpoint: number;
}

/**
 * Limits concurrent attempts. Each attempt uses one of `all` slots. An account may start another attempt only while it
 * has fewer running attempts than there are free slots. For example, one account alone can use half of the slots, and
 * two accounts can use a third of the slots each. At least one slot always remains for another account.
 */
export class DeliveryConcurrency {
  readonly #bounds: DeliveryBounds;
  readonly #endpoints = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  #held = 0;

  constructor(bounds: DeliveryBounds) {
    this.#bounds = bounds;
  }

  get free(): number {
    return this.#bounds.all - this.#held;
  }

  /** Endpoints and accounts for which no further attempt may start now. */
  get saturated(): { endpoints: string[]; accounts: string[] } {
    const names = (counts: ReadonlyMap<string, number>, max: number) =>
      [...counts].filter(([, held]) => held >= max).map(([name]) => name);
    return {
      endpoints: names(this.#endpoints, this.#bounds.perEndpoint),
      accounts: names(this.#accounts, this.free),
    };
  }

  /**
   * Reserves a slot for an attempt and returns a function that releases the slot. Returns undefined if the endpoint or
   * the account has no free slot.
   */
  acquire({ endpoint_origin: endpoint, account_id: account }: DeliveryHolder): (() => void) | undefined {
    const atEndpoint = this.#endpoints.get(endpoint) ?? 0;
    const ofAccount = this.#accounts.get(account) ?? 0;
    if (atEndpoint >= this.#bounds.perEndpoint || ofAccount >= this.free) return undefined;
    this.#held += 1;
    this.#endpoints.set(endpoint, atEndpoint + 1);
    this.#accounts.set(account, ofAccount + 1);
    return () => {
      this.#held -= 1;
      decrement(this.#endpoints, endpoint);
      decrement(this.#accounts, account);
    };
  }
}

function decrement(counts: Map<string, number>, name: string): void {
  const left = (counts.get(name) ?? 0) - 1;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
