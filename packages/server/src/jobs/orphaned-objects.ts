/**
 * Objects that no job refers to yet, or any more, each known by a row: so that no crash leaves a file nobody knows of,
 * and no commit a reference to a file that is gone.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Lease } from '../leases/lease.ts';
import type { FolderStore } from '../storage/folder.ts';

/** Objects that one sweep removes at most. */
const maxPerSweep = 1_000;

/** This process was taken for dead, and others may have taken over what it held. */
export class LeaseLostError extends Error {}

interface OrphanedObjectServices {
  database: Database;
  store: FolderStore;
  lease: Lease;
}

export class OrphanedObjects {
  readonly #services: OrphanedObjectServices;

  constructor(parts: OrphanedObjectServices) {
    this.#services = parts;
  }

  /** To be called before an object of this name is put; it is removed when this process dies before it is kept. */
  async hold(name: string): Promise<void> {
    const { database, lease } = this.#services;
    const row = { name, lease_id: await lease.ensure() };
    await database.query.insertInto('orphaned_objects').values(row).execute();
  }

  /** To be called in the transaction that refers to it. Throws {@link LeaseLostError} where it may be gone already. */
  async keep(db: Kysely<Tables>, name: string): Promise<void> {
    const held = await db
      .deleteFrom('orphaned_objects')
      .where('name', '=', name)
      .where('lease_id', 'is not', null)
      .returning('name')
      .executeTakeFirst();
    if (!held) throw new LeaseLostError(`the object ${name} is not held any more`);
  }

  /** To be called in the transaction that ends a reference; {@link clear} after its commit removes the file. */
  async drop(db: Kysely<Tables>, name: string | null): Promise<void> {
    if (name === null) return;
    await db.insertInto('orphaned_objects').values({ name, lease_id: null }).execute();
  }

  /** Removes an object that was held; nothing when a commit whose outcome was not known has kept it after all. */
  async abandon(name: string): Promise<void> {
    await this.#services.database.query
      .updateTable('orphaned_objects')
      .set({ lease_id: null })
      .where('name', '=', name)
      .execute();
    await this.clear([name]);
  }

  /** Removes those of these objects that were dropped. */
  async clear(names: readonly (string | null)[]): Promise<void> {
    const named = names.filter((name) => name !== null);
    if (named.length === 0) return;
    const { query } = this.#services.database;
    const dropped = query.selectFrom('orphaned_objects').select('name').where('lease_id', 'is', null);
    await this.#remove(await dropped.where('name', 'in', named).execute());
  }

  /** Removes what was dropped, and what processes now dead were putting. */
  async sweep(): Promise<void> {
    const { query } = this.#services.database;
    const dropped = query.selectFrom('orphaned_objects').select('name').where('lease_id', 'is', null);
    await this.#remove(await dropped.limit(maxPerSweep).execute());
  }

  /** The row goes last: who dies in between leaves it to the next sweep. */
  async #remove(rows: readonly { name: string }[]): Promise<void> {
    const { database, store } = this.#services;
    for (const { name } of rows) {
      await store.remove(name);
      await database.query
        .deleteFrom('orphaned_objects')
        .where('name', '=', name)
        .where('lease_id', 'is', null)
        .execute();
    }
  }
}
