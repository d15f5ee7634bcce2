/** The lock of an upload. Only one request at a time can send data for the same upload. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Lease } from '../leases/lease.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { OrphanedObjects } from '../storage/orphaned-objects.ts';
import { noSuchLink } from './errors.ts';
import { expiryAfterUse } from './lifetimes.ts';
import type { Upload } from './rows.ts';

interface LockServices {
  database: Database;
  lease: Pick<Lease, 'release'>;
  clock: Clock;
  store: ObjectStore;
  orphanedObjects: OrphanedObjects;
}

/** A received file. */
export interface ReceivedUpload {
  fileId: string;
  fileName: string;
  /** Size in bytes. */
  size: number;
  /**
   * Expiry time of the file, in milliseconds since the epoch. A request that uses the file may extend the expiry time.
   */
  expiresAt: number;
}

/** A locked upload. If the file was not stored, disposing the lock unlocks the upload. */
export class UploadLock implements AsyncDisposable {
  /** Upper bound on the size of the file, in bytes. */
  readonly maxBytes: number;
  /** Announced size of the file in bytes. If the client announced no size, `length` equals `maxBytes`. */
  readonly length: number;
  /** Expiry time of the upload while it has no stored file, in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly #services: LockServices;
  readonly #row: Upload;
  readonly #fileName: string;
  #stored = false;

  /**
   * `row` is the row of the upload. The row's columns `claim` and `lease_id` describe this lock. The columns other than
   * `claim` and `lease_id` have the values that they had before the lock was taken.
   */
  constructor(services: LockServices, row: Upload, fileName: string) {
    this.#services = services;
    this.#row = row;
    this.#fileName = fileName;
    this.maxBytes = row.max_bytes;
    this.length = row.length ?? row.max_bytes;
    this.expiresAt = row.expires_at;
  }

  /** Moves `file` into the store. Throws `not_found` if the upload was removed in the meantime or its lock was lost. */
  async store(file: string, size: number): Promise<ReceivedUpload> {
    const { database, clock, store, orphanedObjects } = this.#services;
    const { id, claim } = this.#row;
    const object = store.newName();
    const now = clock.now();
    const expiresAt = expiryAfterUse(now, now);
    await orphanedObjects.hold(object);
    try {
      await store.put(file, object);
      await database.write(async (db) => {
        const row = await db
          .updateTable('uploads')
          .set({ object, bytes: size, received_at: now, expires_at: expiresAt, claim: null, lease_id: null })
          .where('id', '=', id)
          .where('claim', '=', claim)
          .where('lease_id', 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (!row) throw noSuchLink(new Error('the lock was lost'));
        await orphanedObjects.keep(db, object);
      });
    } catch (error) {
      await orphanedObjects.abandon(object);
      throw error;
    }
    this.#stored = true;
    return { fileId: id, fileName: this.#fileName, size, expiresAt };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#stored) return;
    const { database, lease } = this.#services;
    const { id, claim, bytes } = this.#row;
    await lease.release(() =>
      database.query
        .updateTable('uploads')
        .set({ claim: null, lease_id: null, bytes })
        .where('id', '=', id)
        .where('claim', '=', claim)
        .execute(),
    );
  }
}
