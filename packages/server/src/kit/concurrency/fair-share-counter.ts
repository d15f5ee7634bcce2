/**
 * Counts used units, such as connections, in total and per holder. Limits each holder to a share of the total, by
 * default half.
 */
export class FairShareCounter {
  readonly #max: number;
  /** Maximum number of units that one holder may use. */
  readonly share: number;
  readonly #holders = new Map<string, number>();
  #held = 0;

  constructor(max: number, share = Math.ceil(max / 2)) {
    this.#max = max;
    this.share = share;
  }

  get held(): number {
    return this.#held;
  }

  get isFull(): boolean {
    return this.#held >= this.#max;
  }

  /** Returns the number of units that `holder` uses. */
  of(holder: string): number {
    return this.#holders.get(holder) ?? 0;
  }

  /**
   * Counts one more unit for `holder`. Returns false without counting if the holder has used its share or the total is
   * used up.
   */
  acquire(holder: string): boolean {
    const mine = this.of(holder);
    if (this.isFull || mine >= this.share) return false;
    this.#held += 1;
    this.#holders.set(holder, mine + 1);
    return true;
  }

  /** Releases one acquired unit. */
  release(holder: string): void {
    const left = this.of(holder) - 1;
    this.#held -= 1;
    if (left > 0) this.#holders.set(holder, left);
    else this.#holders.delete(holder);
  }
}
