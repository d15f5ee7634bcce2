/**
 * Restores a backup into an installation without accounts and jobs: objects first, the database last and atomically.
 */
import { chmod, constants, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../db/open.ts';
import type { Database } from '../db/database.ts';
import { Lease } from '../leases/lease.ts';
import { mapSome } from '../kit/concurrency/map-some.ts';
import { hasExpired, placeOf } from '../storage/object-store.ts';
import { openStore } from '../storage/open.ts';
import { OrphanedObjects } from '../storage/orphaned-objects.ts';
import { findSecretKey } from '../storage/secret-key.ts';
import type { BackupServices } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { isKeyOf } from './key-fingerprint.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { grouped, objectFile, readList } from './object-list.ts';
import { checkPostgres, restorePostgres } from './postgres.ts';
import { settle, type Settled } from './settle.ts';
import { restoreSqlite } from './sqlite.ts';
import { verifyBackup } from './verify.ts';

const groupSize = 200;
const putsAtOnce = 4;

export interface Restored extends Settled {
  manifest: Manifest;
  /** Number of restored objects. */
  objects: number;
  /** Number of expired objects, which were not restored. */
  expired: number;
  /** Number of objects that remained from an interrupted restore, and that this restore removed. */
  removed: number;
  key: KeyState;
}

/** Result of comparing this installation's key with the backup's key. */
export type KeyState = 'same' | 'different' | 'missing' | 'unknown';

/**
 * Restores a backup. Throws `BackupError` if the backup cannot be restored. An interrupted restore creates no accounts.
 * An interrupted restore may leave unreferenced objects in the store. A later restore, or a server that uses the store,
 * removes unreferenced objects.
 */
export async function restore(services: BackupServices, folder: string): Promise<Restored> {
  const { config } = services;
  const manifest = await readManifest(folder);
  requireSameKind(manifest, config.databaseUrl);
  await verifyBackup(folder, manifest);
  if (config.databaseUrl) await checkPostgres(config.databaseUrl, manifest.database.server ?? 0);
  const key = await keyState(manifest, config.secretKey ?? (await findSecretKey(config.dataDir)));
  const database = await openDatabase(config, () => {});
  const put = await putObjects(services, database, folder, manifest).finally(() => database.close());
  const file = path.join(folder, manifest.database.file);
  const settled = await restoreDatabase(services, manifest, file);
  return { manifest, key, ...put, ...settled };
}

function requireSameKind({ database: { kind } }: Manifest, databaseUrl: string | undefined): void {
  const here = databaseUrl ? 'postgres' : 'sqlite';
  if (kind === here) return;
  const remedy =
    kind === 'postgres'
      ? 'Set DATABASE_URL to an empty PostgreSQL database.'
      : 'Restore it without DATABASE_URL.';
  throw new BackupError(
    `The backup is of a ${titles[kind]} database, and this installation has ${titles[here]}: one cannot be restored into the other. ${remedy}`,
  );
}

const titles = { postgres: 'PostgreSQL', sqlite: 'SQLite' };

async function keyState({ key }: Manifest, own: string | undefined): Promise<KeyState> {
  if (key === null) return 'unknown';
  if (own === undefined) return 'missing';
  return (await isKeyOf(own, key)) ? 'same' : 'different';
}

/**
 * Stores the objects of the backup. Before an object is stored, it is recorded as orphaned under the restore's lease, as a
 * server does. A sweep spares the object as long as the restore runs. After the restore, a sweep removes the object if
 * no row of the database references it.
 */
async function putObjects(
  { config, clock, newId }: BackupServices,
  database: Database,
  folder: string,
  manifest: Manifest,
): Promise<Pick<Restored, 'objects' | 'expired' | 'removed'>> {
  await using opened = new AsyncDisposableStack();
  const lease = opened.adopt(await Lease.open({ database, clock, newId }), (held) => held.close());
  await requireEmpty(database);
  lease.keepAlive(() => {});
  const store = await openStore(config, newId);
  const orphanedObjects = new OrphanedObjects({ database, store, lease });
  const removed = await removeOrphaned(database, orphanedObjects);
  const staging = path.join(config.dataDir, 'restoring');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  opened.defer(() => rm(staging, { recursive: true, force: true }));
  const counts = { objects: 0, expired: 0, removed };
  for await (const group of grouped(readList(path.join(folder, manifest.objects.list.file)), groupSize)) {
    const wanted = group.filter(({ name }) => !hasExpired(placeOf(name)?.[0] ?? '', clock.now()));
    await mapSome(wanted, putsAtOnce, async ({ name }) => {
      // Copies the file first, because `store.put` moves the given file.
      const copy = path.join(staging, name);
      await copyFile(path.join(folder, objectFile(name)), copy, constants.COPYFILE_FICLONE);
      await chmod(copy, 0o600);
      await orphanedObjects.hold(name);
      await store.put(copy, name);
    });
    counts.objects += wanted.length;
    counts.expired += group.length - wanted.length;
  }
  return counts;
}

/** Removes the objects of an interrupted restore. Returns the number of removed objects. */
async function removeOrphaned(database: Database, orphanedObjects: OrphanedObjects): Promise<number> {
  const count = async () => {
    const rows = database.query.selectFrom('orphaned_objects').where('lease_id', 'is', null);
    const { n } = await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  };
  const removed = await count();
  while ((await count()) > 0) await orphanedObjects.sweep();
  return removed;
}

/** Throws if the database is not empty, or if another process holds a lease. */
async function requireEmpty({ query }: Database): Promise<void> {
  const countOf = async (table: 'accounts' | 'jobs' | 'ledger' | 'leases') => {
    const rows = query.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
    // Ignores the account `local`, which a private installation has from its first start.
    const counted = table === 'accounts' ? rows.where('id', '!=', 'local') : rows;
    return Number((await counted.executeTakeFirstOrThrow()).n);
  };
  const there = [
    [await countOf('accounts'), 'accounts'],
    [await countOf('jobs'), 'jobs'],
    [await countOf('ledger'), 'charged conversions'],
  ].filter(([count]) => count !== 0);
  if (there.length > 0)
    throw new BackupError(
      `This installation is not empty (${there.map(([count, what]) => `${what}: ${count}`).join(', ')}). ` +
        'Restore into one without accounts and jobs: another DATA_DIR, DATABASE_URL and bucket.',
    );
  if ((await countOf('leases')) > 1)
    throw new BackupError(
      'A server runs on this installation, or was killed less than 15 seconds ago: stop it, and restore again.',
    );
}

async function restoreDatabase(
  { config, clock }: BackupServices,
  { database: { server = 0 } }: Manifest,
  file: string,
): Promise<Settled> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) return restoreSqlite(file, dataDir, (database) => settle(database, clock));
  await restorePostgres(file, databaseUrl, server);
  const database = await openDatabase(config, () => {});
  return settle(database, clock).finally(() => database.close());
}
