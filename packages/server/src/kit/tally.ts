/** Counts what is held in all and by each holder; nobody may hold more than half of what there is. */
export class Tally {
  readonly #most: number;
  readonly #holders = new Map<string, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  /** Counts one more for `holder`; false, and nothing is counted, where there is no room for it. */
  take(holder: string): boolean {
    const mine = this.#holders.get(holder) ?? 0;
    if (this.#held >= this.#most || mine >= Math.ceil(this.#most / 2)) return false;
    this.#held += 1;
    this.#holders.set(holder, mine + 1);
    return true;
  }

  /** Gives one back that was taken. */
  give(holder: string): void {
    const left = (this.#holders.get(holder) ?? 0) - 1;
    this.#held -= 1;
    if (left > 0) this.#holders.set(holder, left);
    else this.#holders.delete(holder);
  }
}
