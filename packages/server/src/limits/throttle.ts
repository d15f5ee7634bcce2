/**
 * The request throttle (contract §9.2): so many requests of each caller in a fixed window of 60 seconds, counted in the
 * database, so that it is exact across processes.
 */
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Clock } from '../kit/clock.ts';

const windowMs = 60_000;

export interface ThrottleVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix time in seconds when the window ends. */
  reset: number;
  /** Whole seconds until then, at least 1. */
  retryAfter: number;
}

interface WindowCount {
  admitted: boolean;
  /** Requests admitted in the window. */
  used: number;
  /** Milliseconds since the epoch at which it ends. */
  ends: number;
}

interface ThrottleServices {
  database: Database;
  clock: Clock;
  /** Called with the reason when {@link Throttle.look} fails. */
  onError: (error: unknown) => void;
}

export class Throttle {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  constructor({ database, clock, onError }: ThrottleServices) {
    this.#database = database;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Counts one request of `caller` unless `limit` of them have been; a window begins with its first request. */
  async take(caller: string, limit: number): Promise<ThrottleVerdict> {
    for (;;) {
      const counted = await this.#count(caller, limit);
      if (counted) return this.#verdict(counted, limit);
      const found = await this.#find(caller, limit);
      // The window may have ended between the two statements: then there is room after all.
      if (!found.admitted) return this.#verdict(found, limit);
    }
  }

  /** What `take` would find, counting nothing; an unused window when the database fails, for headers only. */
  async look(caller: string, limit: number): Promise<ThrottleVerdict> {
    const count = await this.#find(caller, limit).catch((error: unknown) => {
      this.#onError(error);
      return { admitted: true, used: 0, ends: this.#clock.now() + windowMs };
    });
    return this.#verdict(count, limit);
  }

  /** Removes windows that have ended. */
  async sweep(): Promise<void> {
    await this.#database.query
      .deleteFrom('throttle_windows')
      .where('ends_at', '<=', this.#clock.now())
      .execute();
  }

  async #count(caller: string, limit: number): Promise<WindowCount | undefined> {
    const now = this.#clock.now();
    const values = { caller, limit, now, ends: now + windowMs };
    const [row] = await this.#database.relaxedDurability((db) => countOne(db, values));
    return row && { admitted: true, used: row.used, ends: row.ends_at };
  }

  async #find(caller: string, limit: number): Promise<WindowCount> {
    const now = this.#clock.now();
    const [window] = await windowOf(this.#database.query, { caller, now });
    const { used, ends_at: ends } = window ?? { used: 0, ends_at: now + windowMs };
    return { admitted: used < limit, used, ends };
  }

  #verdict({ admitted, used, ends }: WindowCount, limit: number): ThrottleVerdict {
    return {
      allowed: admitted,
      limit,
      remaining: Math.max(0, limit - used),
      reset: Math.ceil(ends / 1000),
      retryAfter: Math.max(1, Math.ceil((ends - this.#clock.now()) / 1000)),
    };
  }
}

const windowOf = prepared((db, { caller, now }: { caller: string; now: number }) =>
  db
    .selectFrom('throttle_windows')
    .select(['used', 'ends_at'])
    .where('caller', '=', caller)
    .where('ends_at', '>', now),
);

/** One conditional statement, so that no two processes can both take the last place. */
const countOne = prepared(
  (db, { caller, limit, now, ends }: { caller: string; limit: number; now: number; ends: number }) =>
    db
      .insertInto('throttle_windows')
      .values({ caller, used: 1, ends_at: ends })
      .onConflict((conflict) =>
        conflict
          .column('caller')
          .doUpdateSet((eb) => ({
            used: eb
              .case()
              .when('throttle_windows.ends_at', '<=', now)
              .then(1)
              .else(eb('throttle_windows.used', '+', 1))
              .end(),
            ends_at: eb
              .case()
              .when('throttle_windows.ends_at', '<=', now)
              .then(eb.ref('excluded.ends_at'))
              .else(eb.ref('throttle_windows.ends_at'))
              .end(),
          }))
          .where((where) =>
            where.or([
              where('throttle_windows.ends_at', '<=', now),
              where('throttle_windows.used', '<', limit),
            ]),
          ),
      )
      .returning(['used', 'ends_at']),
);
