/** How many events are tried at once, and whose: slow receivers hold up nobody but themselves. */
import type { DeliveryRow } from '../db/tables.ts';

export type Holder = Pick<DeliveryRow, 'receiver' | 'account_id'>;

interface Bounds {
  /** In all. */
  all: number;
  /** At one receiver. */
  perReceiver: number;
}

/**
 * An account may hold as many as are still free: one alone gets half of them, each of two a third, and however many hold
 * what they can for as long as they can, a place is left for the next.
 */
export class Places {
  readonly #bounds: Bounds;
  readonly #receivers = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  #held = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get free(): number {
    return this.#bounds.all - this.#held;
  }

  /** Those that get no further place now. */
  get full(): { receivers: string[]; accounts: string[] } {
    const names = (counts: ReadonlyMap<string, number>, most: number) =>
      [...counts].filter(([, held]) => held >= most).map(([name]) => name);
    return {
      receivers: names(this.#receivers, this.#bounds.perReceiver),
      accounts: names(this.#accounts, this.free),
    };
  }

  /** A place, or undefined; the function gives it back. */
  take({ receiver, account_id: account }: Holder): (() => void) | undefined {
    const atReceiver = this.#receivers.get(receiver) ?? 0;
    const ofAccount = this.#accounts.get(account) ?? 0;
    if (atReceiver >= this.#bounds.perReceiver || ofAccount >= this.free) return undefined;
    this.#held += 1;
    this.#receivers.set(receiver, atReceiver + 1);
    this.#accounts.set(account, ofAccount + 1);
    return () => {
      this.#held -= 1;
      oneLess(this.#receivers, receiver);
      oneLess(this.#accounts, account);
    };
  }
}

function oneLess(counts: Map<string, number>, name: string): void {
  const left = (counts.get(name) ?? 0) - 1;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
