/**
 * Removes leases, sessions and sign-in links from a restored database. The restored rows belong to processes and
 * browsers that existed at the time of the backup.
 */
import { requeue } from '../jobs/queue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';

export interface Settled {
  /** Number of running jobs that were queued again. */
  requeued: number;
}

/**
 * Removes leases, sessions and sign-in links, and queues running jobs again. Call this function before any process uses
 * the database. Deletes leases last. If this function is interrupted, the remaining leases expire. The next server
 * releases the jobs of expired leases like the jobs of a dead process.
 */
export async function settle(database: Database, clock: Clock): Promise<Settled> {
  const running = await database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is not', null)
    .execute();
  // Queues the running jobs again without increasing their crash counts, because their workers have not crashed.
  for (const job of running) await requeue(database, job, clock.now(), { crashed: false });
  await database.write(async (db) => {
    // Deletes sessions, because signed-out sessions would be valid again. Deletes emailed links, because used links
    // could be used again.
    await db.deleteFrom('sessions').execute();
    await db.deleteFrom('magic_links').execute();
    // Deleting leases also deletes reservations, claims and unfinished idempotency records, because of their foreign
    // keys.
    await db.deleteFrom('leases').execute();
  });
  return { requeued: running.length };
}
