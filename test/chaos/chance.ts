/** Chances that fall the same way for the same seed, each line of them whatever becomes of the others. */
import { createHash } from 'node:crypto';

export class Chance {
  readonly #line: string;
  #drawn = 0;

  constructor(seed: number, line: string) {
    this.#line = `${seed} ${line}`;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  /** Whether something happens that does so `share` of the times. */
  falls(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.whole(0, from.length - 1)] ?? from[0];
  }

  shuffled<T>(cards: readonly T[]): T[] {
    return cards
      .map((card) => ({ card, at: this.#next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ card }) => card);
  }

  /** From 0 to 1, without 1. */
  #next(): number {
    this.#drawn += 1;
    return createHash('sha256').update(`${this.#line} ${this.#drawn}`).digest().readUInt32BE() / 2 ** 32;
  }
}
