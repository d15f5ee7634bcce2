/**
 * Windows of the throttle, stored in the database. Each request is counted with one conditional statement, so that all
 * processes share one limit.
 */
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import {
  windowMs,
  type CountedRequest,
  type WindowCount,
  type WindowQuestion,
  type Windows,
} from './windows.ts';

export class DatabaseWindows implements Windows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async take(question: WindowQuestion): Promise<WindowCount> {
    for (;;) {
      const counted = await this.#count(question);
      if (counted) return counted;
      const found = await this.look(question);
      // `#count` did not count the request, because the window was full. If `look` says that the window is not full
      // now, the window has ended in the meantime or a counted request was removed, so the loop tries again.
      if (!found.admitted) return found;
    }
  }

  async look({ caller, limit, now }: WindowQuestion): Promise<WindowCount> {
    const [window] = await windowOf(this.#database.query, { caller, now });
    const { used, ends_at: ends } = window ?? { used: 0, ends_at: now + windowMs };
    return { admitted: used < limit, used, ends };
  }

  async giveBack({ caller, now, reset }: CountedRequest): Promise<WindowCount | undefined> {
    const values = { caller, now, after: (reset - 1) * 1000, until: reset * 1000 };
    const [row] = await this.#database.relaxedDurability((db) => uncountOne(db, values));
    return row && { admitted: true, used: row.used, ends: row.ends_at };
  }

  async sweep(now: number): Promise<void> {
    await this.#database.query.deleteFrom('throttle_windows').where('ends_at', '<=', now).execute();
  }

  async #count(question: WindowQuestion): Promise<WindowCount | undefined> {
    const values = { ...question, ends: question.now + windowMs };
    const [row] = await this.#database.relaxedDurability((db) => countOne(db, values));
    return row && { admitted: true, used: row.used, ends: row.ends_at };
  }
}

const windowOf = prepared((db, { caller, now }: { caller: string; now: number }) =>
  db
    .selectFrom('throttle_windows')
    .select(['used', 'ends_at'])
    .where('caller', '=', caller)
    .where('ends_at', '>', now),
);

/**
 * Counts a request with a single conditional statement, so that two processes cannot both take the last place in a
 * window.
 */
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

const uncountOne = prepared(
  (db, { caller, now, after, until }: { caller: string; now: number; after: number; until: number }) =>
    db
      .updateTable('throttle_windows')
      .set((eb) => ({ used: eb('used', '-', 1) }))
      .where('caller', '=', caller)
      .where('ends_at', '>', now)
      .where('ends_at', '>', after)
      .where('ends_at', '<=', until)
      .where('used', '>', 0)
      .returning(['used', 'ends_at']),
);
