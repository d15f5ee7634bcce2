/**
 * Makes random decisions that depend only on a seed and the name of a stream. Different streams do not affect each
 * other.
 */
import { createHash } from 'node:crypto';

export class SeededRandom {
  readonly #stream: string;
  #drawn = 0;

  constructor(seed: number, stream: string) {
    this.#stream = `${seed} ${stream}`;
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.integer(0, from.length - 1)] ?? from[0];
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.#next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  #next(): number {
    this.#drawn += 1;
    return createHash('sha256').update(`${this.#stream} ${this.#drawn}`).digest().readUInt32BE() / 2 ** 32;
  }
}
