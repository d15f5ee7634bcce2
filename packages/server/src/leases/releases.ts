/** Frees what is claimed in the database also where that goes away: otherwise a claim lasts as long as its process. */
import { isDatabaseAway, isOutcomeUnknown } from '../db/away.ts';
import type { Clock } from '../kit/clock.ts';

/** How long a statement whose answer was lost may still be carried out, in milliseconds. */
const doubtMs = 60_000;

/** Frees something that is claimed. It may be called more than once, and when nothing is claimed. */
export type Release = () => Promise<unknown>;

export class Releases {
  readonly #clock: Clock;
  /** With the elapsed time until which each is repeated even where it succeeds. */
  readonly #pending = new Map<Release, number>();
  #inDoubtUntil = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a claim failed a short while ago that may have been written after all. */
  get inDoubt(): boolean {
    return this.#clock.elapsed() < this.#inDoubtUntil;
  }

  /** What `claim` returns. `release` frees what it may have claimed where its answer was lost. */
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

  /** Resolves also while the database is away: then {@link repeat} calls `release` again. */
  async release(release: Release): Promise<void> {
    try {
      await release();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.#pending.set(release, -Infinity);
    }
  }

  /** To be called every few seconds. Throws what the first failed release does. */
  async repeat(): Promise<void> {
    for (const [release, repeatUntil] of this.#pending) {
      try {
        await release();
      } catch (error) {
        // It would keep those behind it from being released.
        if (!isDatabaseAway(error)) this.#pending.delete(release);
        throw error;
      }
      if (this.#clock.elapsed() >= repeatUntil) this.#pending.delete(release);
    }
  }
}
