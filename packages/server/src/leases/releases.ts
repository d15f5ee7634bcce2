/**
 * Releases claims in the database, and retries if the database is unreachable. Without a release, a claim
 * would stay valid until its process ends.
 */
import { isDatabaseAway, isOutcomeUnknown } from '../db/away.ts';
import type { Clock } from '../kit/clock.ts';

/** Time for which the database may still execute a statement after its response was lost, in milliseconds. */
const doubtMs = 60_000;

/** Releases a claim. The function must succeed even if it is called repeatedly or if no claim exists. */
export type Release = () => Promise<unknown>;

export class Releases {
  readonly #clock: Clock;
  /**
   * Pending releases, each with a monotonic time. Until its time has passed, a release is repeated even after a
   * success, because the database may still execute the claim that is being released.
   */
  readonly #pending = new Map<Release, number>();
  #inDoubtUntil = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a recent claim failed but may have been written to the database. */
  get inDoubt(): boolean {
    return this.#clock.elapsed() < this.#inDoubtUntil;
  }

  /**
   * Calls `claim` and returns its result. If the response of the database was lost, `release` is called later, because
   * the claim may have been written.
   */
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

  /**
   * Calls `release`. If the database is unreachable, still resolves, and {@link repeat} calls `release` again later.
   */
  async release(release: Release): Promise<void> {
    try {
      await release();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.#pending.set(release, -Infinity);
    }
  }

  /**
   * Retries pending releases. The caller must call `repeat` every few seconds. Throws the error of the first failed
   * release.
   */
  async repeat(): Promise<void> {
    for (const [release, repeatUntil] of this.#pending) {
      try {
        await release();
      } catch (error) {
        // If the database is reachable, drops the failed release, because it would otherwise block the later
        // releases.
        if (!isDatabaseAway(error)) this.#pending.delete(release);
        throw error;
      }
      if (this.#clock.elapsed() >= repeatUntil) this.#pending.delete(release);
    }
  }
}
