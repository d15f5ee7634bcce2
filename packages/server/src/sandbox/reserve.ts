/**
 * Keeps a reserve of a resource that all sandboxes share. If less is free, ends the sandbox with the largest share,
 * then the next.
 */

/** The amount of the resource that a sandbox holds. */
export interface Share {
  /** Amount held in named files, or in memory of processes. */
  shown: number;
  /** Amount held in other ways. */
  hidden: number;
}

export interface ReserveOptions<Holder> {
  /** Returns the free amount. */
  free: () => Promise<number> | number;
  /** The reserve, below which a sandbox is ended. */
  minFree: number;
  /** Minimum share of a sandbox that may be ended. Ending smaller sandboxes frees too little. */
  minShare: number;
  shareOf: (holder: Holder) => Share;
  /** Ends a sandbox that holds `share`. */
  end: (holder: Holder, share: Share) => void;
  /** Monotonic milliseconds. */
  now: () => number;
}

/** Time for an ended sandbox to exit before the next one is ended, in milliseconds. */
const exitMs = 1_000;

export class Reserve<Holder> {
  readonly #parts: ReserveOptions<Holder>;
  /** Sum of the free and the held amount when each sandbox was first seen. */
  readonly #before = new Map<Holder, number>();
  #ended: { holder: Holder; at: number } | undefined;
  #lastFree: number | undefined;

  constructor(parts: ReserveOptions<Holder>) {
    this.#parts = parts;
  }

  /** Whether the last measurement was below the reserve. */
  get short(): boolean {
    return this.#lastFree !== undefined && this.#lastFree < this.#parts.minFree;
  }

  /** Measures the free amount. Returns its decrease since the last measurement. */
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
   * If the reserve is used, ends the sandbox with the largest share, one at a time. A loss since a sandbox was first
   * seen counts towards its share if no sandbox explains it, because it may be hidden.
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
