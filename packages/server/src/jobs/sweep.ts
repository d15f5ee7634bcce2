/** Removes expired jobs with their results (contract §6.8). */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';

/** Maximum number of rows per transaction. The maximum is small, so that other writers wait only briefly. */
const maxPerSweep = 100;

interface SweepServices {
  database: Database;
  clock: Clock;
  orphanedObjects: OrphanedObjects;
}

export async function sweepJobs({ database, clock, orphanedObjects }: SweepServices): Promise<void> {
  const now = clock.now();
  for (;;) {
    const removed = await database.write(async (db) => {
      const old = await db
        .selectFrom('jobs')
        .select('id')
        .where('expires_at', '<=', now)
        .where('status', 'not in', ['queued', 'processing'])
        .limit(maxPerSweep)
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
      for (const { result_object: object } of rows) await orphanedObjects.drop(db, object);
      return rows;
    });
    await orphanedObjects.clear(removed.map(({ result_object: object }) => object));
    if (removed.length < maxPerSweep) return;
  }
}
