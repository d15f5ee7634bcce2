/** Where the throttle counts: fixed windows of 60 seconds in the database, exact across processes. */
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Clock } from '../kit/clock.ts';

export const windowMs = 60_000;

export interface WindowCount {
  admitted: boolean;
  /** Requests admitted in the window. */
  used: number;
  /** Milliseconds since the epoch at which it ends. */
  ends: number;
}

/** What the throttle needs of a place to count in, so that it may one day be another than the database. */
export interface Windows {
  /** Counts one request of `caller` unless `limit` of them have been; a window begins with its first request. */
  take(caller: string, limit: number): Promise<WindowCount>;
  /** What `take` would find, counting nothing. */
  look(caller: string, limit: number): Promise<WindowCount>;
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

export class DatabaseWindows implements Windows {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async take(caller: string, limit: number): Promise<WindowCount> {
    for (;;) {
      const counted = await this.#count(caller, limit);
      if (counted) return counted;
      const found = await this.look(caller, limit);
      // The window may have ended between the two statements: then there is room after all.
      if (!found.admitted) return found;
    }
  }

  async look(caller: string, limit: number): Promise<WindowCount> {
    const now = this.#clock.now();
    const [window] = await windowOf(this.#database.query, { caller, now });
    const { used, ends_at: ends } = window ?? { used: 0, ends_at: now + windowMs };
    return { admitted: used < limit, used, ends };
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
}
