/**
 * Records the attempts of a conversion. If the first attempt fails, further attempts use another engine, a fresh
 * process or a repaired file.
 */
import { ServiceError } from '../../errors.ts';

/**
 * The kinds of attempts. `usual` and `fresh_process` use the usual engine of the route, `second_engine` uses another
 * engine, and `repair` uses the usual engine after a repair.
 */
export const ways = ['usual', 'fresh_process', 'second_engine', 'repair'] as const;

export type Way = (typeof ways)[number];

export interface Attempt {
  engine: string;
  way: Way;
  /** The value `converted`, or the reason for the failure. */
  outcome: string;
}

/**
 * Maximum number of recorded attempts. Without a limit, each page of a large document could add an attempt.
 */
const maxAttempts = 12;

export class Attempts {
  readonly #made: Attempt[] = [];
  readonly #causes: unknown[] = [];
  #way: Way = 'usual';

  /** Runs `work`, and records `way` in each attempt that `work` makes. */
  async by<T>(way: Way, work: () => Promise<T> | T): Promise<T> {
    const before = this.#way;
    this.#way = way;
    try {
      return await work();
    } finally {
      this.#way = before;
    }
  }

  /** Records a failed attempt. `cause` is for the log. */
  failed(engine: string, outcome: string, cause: unknown): void {
    this.#add({ engine, way: this.#way, outcome });
    this.#causes.push(cause);
  }

  converted(engine: string): void {
    this.#add({ engine, way: this.#way, outcome: 'converted' });
  }

  /** The attempts in order. Empty if there was only one attempt. */
  get list(): readonly Attempt[] {
    return this.#made.length > 1 ? this.#made : [];
  }

  get causes(): readonly unknown[] {
    return this.#causes.slice(0, maxAttempts);
  }

  #add(attempt: Attempt): void {
    if (this.#made.length < maxAttempts) this.#made.push(attempt);
  }
}

/** Adds the attempts to `error` if there were several. */
export function withTried(error: unknown, tried: readonly Attempt[]): unknown {
  return error instanceof ServiceError && tried.length > 0 ? error.withDetails({ tried }) : error;
}
