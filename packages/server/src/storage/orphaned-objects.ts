/**
 * Garbage collection of stored objects. The table `orphaned_objects` lists each object to which no database row refers.
 * The table lists an object before the reference to the object is created, and again after the reference is removed.
 * Therefore, even after a crash, every file is listed or referenced, and no reference points to a missing file.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { LeaseLostError, type Lease } from '../leases/lease.ts';
import type { ObjectStore } from './object-store.ts';

/** Maximum number of objects that one sweep removes. */
const maxPerSweep = 1_000;

interface OrphanedObjectServices {
  database: Database;
  store: Pick<ObjectStore, 'remove'>;
  lease: Pick<Lease, 'claim' | 'release'>;
}

export class OrphanedObjects {
  readonly #database: Database;
  readonly #store: Pick<ObjectStore, 'remove'>;
  readonly #lease: Pick<Lease, 'claim' | 'release'>;

  constructor({ database, store, lease }: OrphanedObjectServices) {
    this.#database = database;
    this.#store = store;
    this.#lease = lease;
  }

  /**
   * Registers an object. Call this function before the object is stored under this name. If this process dies before
   * {@link keep}, the object is removed.
   */
  async hold(name: string): Promise<void> {
    const hold = (leaseId: string) =>
      this.#database.query.insertInto('orphaned_objects').values({ name, lease_id: leaseId }).execute();
    await this.#lease.claim(hold, () => this.#letGo(name));
  }

  /**
   * Ends the registration of an object that is now referenced. Call this function in the transaction that creates the
   * reference to the object. Throws {@link LeaseLostError} if the object may already have been removed.
   */
  async keep(db: Kysely<Tables>, name: string): Promise<void> {
    const held = await db
      .deleteFrom('orphaned_objects')
      .where('name', '=', name)
      .where('lease_id', 'is not', null)
      .returning('name')
      .executeTakeFirst();
    if (!held) throw new LeaseLostError(`this process no longer holds the object ${name}`);
  }

  /**
   * Registers an object for removal. Call this method in the transaction that ends the reference to the object. After
   * the commit, call {@link clear} to remove the object's file.
   */
  async drop(db: Kysely<Tables>, name: string | null): Promise<void> {
    if (name === null) return;
    await db.insertInto('orphaned_objects').values({ name, lease_id: null }).execute();
  }

  /**
   * Removes an object that was registered with {@link hold}. Does nothing if {@link keep} was already committed. The
   * caller may not know that {@link keep} was committed, because the response of the database can be lost.
   */
  async abandon(name: string): Promise<void> {
    await this.#lease.release(() => this.#letGo(name));
    await this.clear([name]);
  }

  /** Removes this process's lease from the row of the object, so that a sweep removes the object. */
  #letGo(name: string): Promise<unknown> {
    return this.#database.query
      .updateTable('orphaned_objects')
      .set({ lease_id: null })
      .where('name', '=', name)
      .execute();
  }

  /** Removes the objects in `names`, but only if they are registered for removal. */
  async clear(names: readonly (string | null)[]): Promise<void> {
    const named = names.filter((name) => name !== null);
    if (named.length === 0) return;
    const { query } = this.#database;
    const dropped = query.selectFrom('orphaned_objects').select('name').where('lease_id', 'is', null);
    await this.#remove(await dropped.where('name', 'in', named).execute());
  }

  /** Removes the objects that are registered for removal, and the objects that a dead process held. */
  async sweep(): Promise<void> {
    const { query } = this.#database;
    const dropped = query.selectFrom('orphaned_objects').select('name').where('lease_id', 'is', null);
    await this.#remove(await dropped.limit(maxPerSweep).execute());
  }

  /**
   * Removes each object before its row. After a crash, the next sweep removes the remaining objects, because their rows
   * still exist. If one object cannot be removed, continues with the next object and throws the first error at the end.
   */
  async #remove(rows: readonly { name: string }[]): Promise<void> {
    const errors: unknown[] = [];
    for (const { name } of rows) {
      try {
        await this.#store.remove(name);
      } catch (error) {
        errors.push(error);
        continue;
      }
      await this.#database.query
        .deleteFrom('orphaned_objects')
        .where('name', '=', name)
        .where('lease_id', 'is', null)
        .execute();
    }
    if (errors.length > 0) throw errors[0];
  }
}
