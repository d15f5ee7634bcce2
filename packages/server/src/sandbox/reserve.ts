/** Keeps a reserve of something that all boxes share: below it the box that has most of it is ended, and then the next. */

/** How much of a share a box has. */
export interface Share {
  /** In files that have a name, or in memory that processes have. */
  shown: number;
  /** Beside that. */
  hidden: number;
}

export interface ReserveParts<Box> {
  /** How much is free. */
  free: () => Promise<number>;
  /** Below which somebody is ended. */
  least: number;
  /** Who has less is not ended, as nothing is gained by it. */
  worthwhile: number;
  shareOf: (box: Box) => Share;
  /** Ends a box with what it is known to have. */
  end: (box: Box, share: Share) => void;
  /** Monotonic milliseconds. */
  now: () => number;
}

/** How long the next one is spared while the last one leaves. */
const leavingMs = 1_000;

export class Reserve<Box> {
  readonly #parts: ReserveParts<Box>;
  /** Free and held by boxes together, when each of them came. */
  readonly #before = new Map<Box, number>();
  #ended: { box: Box; at: number } | undefined;
  #lastFree: number | undefined;

  constructor(parts: ReserveParts<Box>) {
    this.#parts = parts;
  }

  /** Whether less was free than is to be, when it was last asked. */
  get short(): boolean {
    return this.#lastFree !== undefined && this.#lastFree < this.#parts.least;
  }

  /** Asks how much is free, and answers by how much it has become less since it was last asked. */
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
   * Where too little is free, ends the box with the largest share, and no other before that one has left. What is missing
   * since a box came and nobody is known to have counts as its own: somebody hides it.
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
