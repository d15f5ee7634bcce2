/** Jobs whose time is over, removed with their results. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Strays } from './strays.ts';

/** Rows that one transaction removes, so that nobody waits long for it. */
const mostAtOnce = 100;

interface Parts {
  database: Database;
  clock: Clock;
  strays: Strays;
}

export async function sweepJobs({ database, clock, strays }: Parts): Promise<void> {
  const now = clock.now();
  for (;;) {
    const removed = await database.write(async (db) => {
      const old = await db
        .selectFrom('jobs')
        .select('id')
        .where('expires_at', '<=', now)
        .where('status', 'not in', ['queued', 'processing'])
        .limit(mostAtOnce)
        .execute();
      if (old.length === 0) return [];
      const rows = await db
        .deleteFrom('jobs')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .returning('result_object')
        .execute();
      for (const { result_object: object } of rows) await strays.drop(db, object);
      return rows;
    });
    await strays.clear(removed.map(({ result_object: object }) => object));
    if (removed.length < mostAtOnce) return;
  }
}
