/** Adds a job without a file to the queue in the database. The job gets the position that a submitted job would get. */
import type { Database } from '../../../packages/server/src/db/database.ts';
import { nextStartTag } from '../../../packages/server/src/jobs/queue.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import type { TestClock } from '../server/limits-process.ts';

export interface QueuedJob {
  account: string;
  expectedMs?: number;
  /** Engines that the job requires, or null if they are unknown. */
  needs?: readonly string[] | null;
}

/** Adds a job and returns its id. Advances the clock by 1 ms. */
export function enqueueJob(
  database: Database,
  clock: TestClock,
  { account, expectedMs = 1, needs = null }: QueuedJob,
): Promise<string> {
  return database.write(async (db) => {
    const id = randomId();
    const now = (clock.time += 1);
    const row = {
      ...{ id, account_id: account, status: 'queued' as const },
      ...{ start_tag: await nextStartTag(db, account), expected_ms: expectedMs },
      needs: needs && JSON.stringify(needs),
      ...{ created_at: now, updated_at: now, started_at: null, finished_at: null, expires_at: now },
      ...{ source_format: null, target_format: 'yaml', request: null, upload: null, lease_id: null },
      ...{ reservation_id: id, result: null, result_object: null, error: null, webhook_url: null },
    };
    await db.insertInto('jobs').values(row).execute();
    return id;
  });
}
