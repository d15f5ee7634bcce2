/** What was tried to convert a file, where the first try failed: other engines, fresh processes, what is left of it. */
import { ServiceError } from '../../errors.ts';

/** The usual engine of the route, the same one in a fresh process, another engine, or the usual one after a repair. */
export const ways = ['usual', 'fresh_process', 'second_engine', 'repair'] as const;

export type Way = (typeof ways)[number];

export interface Attempt {
  engine: string;
  way: Way;
  /** `converted`, or why it failed. */
  outcome: string;
}

/** Each page of a large document could fail. */
const maxAttempts = 12;

export class Attempts {
  readonly #made: Attempt[] = [];
  readonly #causes: unknown[] = [];
  #way: Way = 'usual';

  /** Runs `work`, whose attempts go `way`. */
  async by<T>(way: Way, work: () => Promise<T> | T): Promise<T> {
    const before = this.#way;
    this.#way = way;
    try {
      return await work();
    } finally {
      this.#way = before;
    }
  }

  /** `cause` is for the log. */
  failed(engine: string, outcome: string, cause: unknown): void {
    this.#add({ engine, way: this.#way, outcome });
    this.#causes.push(cause);
  }

  converted(engine: string): void {
    this.#add({ engine, way: this.#way, outcome: 'converted' });
  }

  /** In their order; none where there was only the first one. */
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

/** `error` with what was tried, where that was more than once. */
export function withTried(error: unknown, tried: readonly Attempt[]): unknown {
  return error instanceof ServiceError && tried.length > 0 ? error.withDetails({ tried }) : error;
}
