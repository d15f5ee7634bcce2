/** Releases claims in the database even if it becomes unreachable. Otherwise a claim would last as long as its process. */
import { isDatabaseAway, isOutcomeUnknown } from '../db/away.ts';
import type { Clock } from '../kit/clock.ts';

/** Time for which a statement whose response was lost may still be executed, in milliseconds. */
const doubtMs = 60_000;

/** Releases a claim. It may be called repeatedly, and without a claim. */
export type Release = () => Promise<unknown>;

export class Releases {
  readonly #clock: Clock;
  /** Pending releases, with the monotonic time until which each is repeated even after success. */
  readonly #pending = new Map<Release, number>();
  #inDoubtUntil = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a recently failed claim may have been written. */
  get inDoubt(): boolean {
    return this.#clock.elapsed() < this.#inDoubtUntil;
  }

  /** Returns the result of `claim`. `release` releases what it may have claimed if its response was lost. */
  async claim<T>(claim: () => Promise<T>, release?: Release): Promise<T> {
    try {
      return await claim();
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        this.#inDoubtUntil = this.#clock.elapsed() + doubtMs;
        if (release) this.#pending.set(release, this.#inDoubtUntil);
      }
      throw error;
    }
  }

  /** Resolves also while the database is unreachable. Then {@link repeat} calls `release` again. */
  async release(release: Release): Promise<void> {
    try {
      await release();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.#pending.set(release, -Infinity);
    }
  }

  /** Retries pending releases. Call it every few seconds. Throws the error of the first failed release. */
  async repeat(): Promise<void> {
    for (const [release, repeatUntil] of this.#pending) {
      try {
        await release();
      } catch (error) {
        // It would block the releases after it.
        if (!isDatabaseAway(error)) this.#pending.delete(release);
        throw error;
      }
      if (this.#clock.elapsed() >= repeatUntil) this.#pending.delete(release);
    }
  }
}
