/** How many events are tried at once, and whose: slow receivers hold up nobody but themselves. */
import type { DeliveryRow } from '../db/tables.ts';

export type DeliveryHolder = Pick<DeliveryRow, 'endpoint_origin' | 'account_id'>;

interface DeliveryBounds {
  /** In all. */
  all: number;
  /** At one receiver. */
  perEndpoint: number;
}

/**
 * An account may hold as many as are still free: one alone gets half of them, each of two a third, and however many hold
 * what they can for as long as they can, a place is left for the next.
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

  /** Those that get no further place now. */
  get saturated(): { endpoints: string[]; accounts: string[] } {
    const names = (counts: ReadonlyMap<string, number>, most: number) =>
      [...counts].filter(([, held]) => held >= most).map(([name]) => name);
    return {
      endpoints: names(this.#endpoints, this.#bounds.perEndpoint),
      accounts: names(this.#accounts, this.free),
    };
  }

  /** A place, or undefined; the function gives it back. */
  acquire({ endpoint_origin: receiver, account_id: account }: DeliveryHolder): (() => void) | undefined {
    const atEndpoint = this.#endpoints.get(receiver) ?? 0;
    const ofAccount = this.#accounts.get(account) ?? 0;
    if (atEndpoint >= this.#bounds.perEndpoint || ofAccount >= this.free) return undefined;
    this.#held += 1;
    this.#endpoints.set(receiver, atEndpoint + 1);
    this.#accounts.set(account, ofAccount + 1);
    return () => {
      this.#held -= 1;
      oneLess(this.#endpoints, receiver);
      oneLess(this.#accounts, account);
    };
  }
}

function oneLess(counts: Map<string, number>, name: string): void {
  const left = (counts.get(name) ?? 0) - 1;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
