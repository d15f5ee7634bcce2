/** Removes all jobs of a deleted account with their files, and aborts running jobs. */
import type { Database } from '../db/database.ts';
import type { Quota } from '../limits/quota.ts';
import type { Changes } from './changes.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';

/**
 * Maximum number of rows per transaction. The maximum is small, so that each transaction blocks other writers only
 * briefly.
 */
const maxPerTransaction = 100;

interface JobDeletionServices {
  database: Database;
  quota: Pick<Quota, 'release'>;
  orphanedObjects: OrphanedObjects;
  changes: Changes;
}

export class JobDeletion {
  readonly #services: JobDeletionServices;

  constructor(services: JobDeletionServices) {
    this.#services = services;
  }

  /**
   * Removes all jobs of the account. The account's allowance must already be closed, so that no job is added at the
   * same time.
   */
  async removeAllOf(accountId: string): Promise<void> {
    while ((await this.#removeSome(accountId)) === maxPerTransaction);
  }

  async #removeSome(accountId: string): Promise<number> {
    const { database, quota, orphanedObjects, changes } = this.#services;
    const removed = await database.write(async (db) => {
      const some = db
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', accountId)
        .limit(maxPerTransaction);
      const rows = await db
        .deleteFrom('jobs')
        .where('id', 'in', some)
        .returning(['id', 'upload', 'result_object', 'reservation_id'])
        .execute();
      for (const { upload, result_object: result, reservation_id: reservation } of rows) {
        await quota.release(reservation, db);
        await orphanedObjects.drop(db, upload);
        await orphanedObjects.drop(db, result);
      }
      return rows;
    });
    // The job runner of this process aborts its deleted jobs immediately. Job runners in other processes abort deleted
    // jobs when they are notified of the deletion, or at the latest at their next poll.
    for (const { id } of removed) changes.changed(id);
    await orphanedObjects.clear(removed.flatMap(({ upload, result_object }) => [upload, result_object]));
    return removed.length;
  }
}
