/**
 * Removes uploads and their files from the database and the storage. If a crash leaves rows or files of an upload
 * behind, the next sweep removes these rows and files.
 */
import type { Database } from '../db/database.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import type { PartialFiles } from './partial-files.ts';
import type { Condition } from './rows.ts';

/**
 * Maximum number of rows per transaction. The maximum is small, so that each transaction blocks other writers only
 * briefly.
 */
const maxPerTransaction = 100;

interface RemovalServices {
  database: Database;
  orphanedObjects: OrphanedObjects;
  partialFiles: PartialFiles;
}

/**
 * Removes uploads that match `condition`, and returns their number. Running conversions keep the files that they have
 * fetched.
 */
export async function removeUploads(
  { database, orphanedObjects, partialFiles }: RemovalServices,
  condition: Condition,
): Promise<number> {
  for (let count = 0; ;) {
    const found = await database.query
      .selectFrom('uploads')
      .select(['id', 'length'])
      .where(condition)
      .limit(maxPerTransaction)
      .execute();
    if (found.length === 0) return count;
    // Deletes the files before the rows, so that the next sweep still finds the rows after a crash.
    for (const { id, length } of found) if (length !== null) await partialFiles.remove(id);
    const ids = found.map(({ id }) => id);
    const objects = await database.write(async (db) => {
      const removed = await db
        .deleteFrom('uploads')
        .where('id', 'in', ids)
        // The condition is checked again, because the upload may have been used since it was selected.
        .where(condition)
        .returning('object')
        .execute();
      for (const { object } of removed) await orphanedObjects.drop(db, object);
      return removed.map(({ object }) => object);
    });
    await orphanedObjects.clear(objects);
    count += objects.length;
    if (found.length < maxPerTransaction) return count;
  }
}
