/** Clears the processes and visitors of a restored database, so that none of their state becomes active again. */
import { requeue } from '../jobs/queue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';

export interface Settled {
  /** Number of running jobs that were queued again. */
  requeued: number;
}

/**
 * Clears the state. Run it before any process uses the database. Leases are deleted last: if it is interrupted, the next
 * server handles the rest as the state of dead processes.
 */
export async function settle(database: Database, clock: Clock): Promise<Settled> {
  const running = await database.query
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', 'processing')
    .where('lease_id', 'is not', null)
    .execute();
  // Their workers have not crashed, so the crash count must not increase.
  for (const job of running) await requeue(database, job, clock.now(), { crashed: false });
  await database.write(async (db) => {
    // Otherwise signed-out sessions would be valid again, and used links could be used again.
    await db.deleteFrom('sessions').execute();
    await db.deleteFrom('magic_links').execute();
    // Foreign keys also delete reservations, claims and unanswered idempotency keys.
    await db.deleteFrom('leases').execute();
  });
  return { requeued: running.length };
}
