/**
 * Decides which attempts run at the same time. An attempt is the conversion of a case's file to one format, or the
 * requests of a case without a file. Attempts of two different cases run together if both cases have a file and the
 * kind `read`. Attempts of a case without a file, or of a case with another kind than `read`, run alone.
 */
import type { Attempt } from './attempt.ts';

const together = 2;

export class AttemptScheduler {
  readonly #make: (attempts: readonly Attempt[]) => Promise<void>;
  #waiting: Attempt[] = [];

  /** Creates a scheduler. `make` runs the given attempts concurrently. */
  constructor(make: (attempts: readonly Attempt[]) => Promise<void>) {
    this.#make = make;
  }

  async add(attempt: Attempt): Promise<void> {
    if (attempt.case.kind !== 'read' || 'send' in attempt.case) return this.#make([attempt]);
    this.#waiting.push(attempt);
    if (new Set(this.#waiting.map((one) => one.case)).size === together) await this.#next();
  }

  async flush(): Promise<void> {
    while (this.#waiting.length > 0) await this.#next();
  }

  /**
   * Runs one waiting attempt of each case. Two attempts of the same case never run together, because they share their
   * canaries (files that no conversion may read). If a canary were opened, its path would not show which attempt has
   * opened it.
   */
  #next(): Promise<void> {
    const some: Attempt[] = [];
    for (const attempt of this.#waiting)
      if (!some.some((one) => one.case === attempt.case)) some.push(attempt);
    this.#waiting = this.#waiting.filter((attempt) => !some.includes(attempt));
    return this.#make(some);
  }
}
