/** Ends what of a restored database was only for the processes and the visitors of its time, so that none of it comes back to life. */
import { requeue } from '../jobs/queue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';

export interface Settled {
  /** Jobs that were in work, and are queued again. */
  requeued: number;
}

/**
 * To be run before any process works on the database. The leases go last: should it be interrupted, the next server takes
 * what is left for that of processes that have died.
 */
export async function settle(database: Database, clock: Clock): Promise<Settled> {
  const running = await database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is not', null)
    .execute();
  // Their workers have not crashed, and are not to count as if they had.
  for (const job of running) await requeue(database, job, clock.now(), { crashed: false });
  await database.write(async (db) => {
    // Whoever has signed out since would be signed in again, and a mailed link that was used could be used again.
    await db.deleteFrom('sessions').execute();
    await db.deleteFrom('magic_links').execute();
    // With them go reservations, claims and unanswered idempotency keys, by the foreign keys.
    await db.deleteFrom('leases').execute();
  });
  return { requeued: running.length };
}
