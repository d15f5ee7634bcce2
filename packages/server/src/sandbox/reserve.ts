/**
 * Keeps a minimum amount of a shared resource free. While the free amount is below the minimum, ends sandboxes one by
 * one, beginning with the sandbox that uses most of the resource.
 */

/** The amount of the resource that a sandbox uses. */
export interface Share {
  /** Used amount that is visible from outside: named files or the memory of processes. */
  shown: number;
  /** Used amount that `shown` does not include, such as unlinked files or files in memory. */
  hidden: number;
}

export interface ReserveOptions<Holder> {
  /** Returns the free amount of the resource. */
  free: () => Promise<number> | number;
  /** Minimum free amount of the resource. If the free amount is below this minimum, a sandbox is ended. */
  minFree: number;
  /**
   * Minimum share of the resource that a sandbox must use to be ended. A sandbox with a smaller share would free too
   * little of the resource.
   */
  minShare: number;
  shareOf: (holder: Holder) => Share;
  /** Ends a sandbox that uses `share` of the resource. */
  end: (holder: Holder, share: Share) => void;
  /** Returns the monotonic time in milliseconds. */
  now: () => number;
}

/** Time in milliseconds to wait for an ended sandbox to exit, before the next sandbox is ended. */
const exitMs = 1_000;

export class Reserve<Holder> {
  readonly #parts: ReserveOptions<Holder>;
  /**
   * For each sandbox, the amount of the resource that was free or used by any sandbox when this sandbox was first seen.
   * If the free amount and the used amounts later add up to less, a part of the usage cannot be measured.
   */
  readonly #before = new Map<Holder, number>();
  #ended: { holder: Holder; at: number } | undefined;
  #lastFree: number | undefined;

  constructor(parts: ReserveOptions<Holder>) {
    this.#parts = parts;
  }

  /** Whether the last measurement found less of the resource than the minimum. */
  get short(): boolean {
    return this.#lastFree !== undefined && this.#lastFree < this.#parts.minFree;
  }

  /**
   * Measures the free amount of the resource, and returns by how much this amount has decreased since the last
   * measurement.
   */
  async measure(holders: ReadonlySet<Holder>): Promise<number> {
    const free = await this.#parts.free();
    const shrunk = (this.#lastFree ?? free) - free;
    this.#lastFree = free;
    for (const holder of this.#before.keys()) if (!holders.has(holder)) this.#before.delete(holder);
    const all = free + this.#heldTogether(holders);
    for (const holder of holders) if (!this.#before.has(holder)) this.#before.set(holder, all);
    return shrunk;
  }

  /**
   * If too little is free, ends the sandbox with the largest share. Ends one sandbox at a time. Some usage of the
   * resource cannot be measured. If the free amount decreases, but the measured usage does not increase by the same
   * amount, any sandbox may have caused the difference. The computed share of a sandbox therefore includes the whole
   * difference since the sandbox was first seen.
   */
  enforce(holders: ReadonlySet<Holder>): void {
    const { shareOf, minShare, end, now } = this.#parts;
    if (!this.short) return;
    if (this.#ended && holders.has(this.#ended.holder) && now() - this.#ended.at < exitMs) return;
    const all = (this.#lastFree ?? 0) + this.#heldTogether(holders);
    let most: { holder: Holder; share: Share; assumed: number } | undefined;
    for (const holder of holders) {
      const share = shareOf(holder);
      const assumed = total(share) + Math.max(0, (this.#before.get(holder) ?? all) - all);
      if (most === undefined || assumed > most.assumed) most = { holder, share, assumed };
    }
    if (most === undefined || most.assumed < minShare) return;
    this.#ended = { holder: most.holder, at: now() };
    end(most.holder, most.share);
  }

  #heldTogether(holders: ReadonlySet<Holder>): number {
    return [...holders].reduce((sum, holder) => sum + total(this.#parts.shareOf(holder)), 0);
  }
}

const total = ({ shown, hidden }: Share) => shown + hidden;
