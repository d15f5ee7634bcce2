/** Keeps a reserve of a resource that all sandboxes share: below it the one that holds most is ended, then the next. */

/** How much of the resource a sandbox holds. */
export interface Share {
  /** In files that have a name, or in memory of processes. */
  shown: number;
  /** Elsewhere. */
  hidden: number;
}

export interface ReserveParts<Box> {
  /** How much is free. */
  free: () => Promise<number>;
  /** The reserve: below it a sandbox is ended. */
  least: number;
  /** A sandbox that holds less is not ended, as that gains nothing. */
  worthwhile: number;
  shareOf: (box: Box) => Share;
  /** Ends a sandbox that is known to hold `share`. */
  end: (box: Box, share: Share) => void;
  /** Monotonic milliseconds. */
  now: () => number;
}

/** How long no other is ended while the last one exits. */
const leavingMs = 1_000;

export class Reserve<Box> {
  readonly #parts: ReserveParts<Box>;
  /** Free and held together, when each sandbox was first seen. */
  readonly #before = new Map<Box, number>();
  #ended: { box: Box; at: number } | undefined;
  #lastFree: number | undefined;

  constructor(parts: ReserveParts<Box>) {
    this.#parts = parts;
  }

  /** Whether the last measurement was below the reserve. */
  get short(): boolean {
    return this.#lastFree !== undefined && this.#lastFree < this.#parts.least;
  }

  /** Measures what is free; returns by how much it has shrunk since the last measurement. */
  async measure(boxes: ReadonlySet<Box>): Promise<number> {
    const free = await this.#parts.free();
    const shrunk = (this.#lastFree ?? free) - free;
    this.#lastFree = free;
    for (const box of this.#before.keys()) if (!boxes.has(box)) this.#before.delete(box);
    const all = free + this.#held(boxes);
    for (const box of boxes) if (!this.#before.has(box)) this.#before.set(box, all);
    return shrunk;
  }

  /**
   * Below the reserve, ends the sandbox with the largest share, and no other before that one has exited. What went missing
   * since a sandbox was first seen and is not known to be held counts as its own: it may be hidden.
   */
  enforce(boxes: ReadonlySet<Box>): void {
    const { shareOf, worthwhile, end, now } = this.#parts;
    if (!this.short) return;
    if (this.#ended && boxes.has(this.#ended.box) && now() - this.#ended.at < leavingMs) return;
    const all = (this.#lastFree ?? 0) + this.#held(boxes);
    let most: { box: Box; share: Share; supposed: number } | undefined;
    for (const box of boxes) {
      const share = shareOf(box);
      const supposed = total(share) + Math.max(0, (this.#before.get(box) ?? all) - all);
      if (most === undefined || supposed > most.supposed) most = { box, share, supposed };
    }
    if (most === undefined || most.supposed < worthwhile) return;
    this.#ended = { box: most.box, at: now() };
    end(most.box, most.share);
  }

  #held(boxes: ReadonlySet<Box>): number {
    return [...boxes].reduce((sum, box) => sum + total(this.#parts.shareOf(box)), 0);
  }
}

const total = ({ shown, hidden }: Share) => shown + hidden;
