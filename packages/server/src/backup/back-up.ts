/**
 * Backs up a running installation: the database first, then the objects that its rows refer to, and last the manifest.
 */
import { appendFile, chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { ownVersion } from '../convert/catalogue/engine-versions.ts';
import type { Clock } from '../kit/clock.ts';
import { digestOf } from '../kit/digest.ts';
import type { NewId } from '../kit/ids.ts';
import { mapSome } from '../kit/concurrency/map-some.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import { timeText } from '../kit/time-text.ts';
import { hasExpired, placeOf, type ObjectStore } from '../storage/object-store.ts';
import { openStore } from '../storage/open.ts';
import { findSecretKey } from '../storage/secret-key.ts';
import { BackupError } from './backup-error.ts';
import { writeHashed } from './hashed-copy.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { grouped, lineOf, objectFile, type ListedObject } from './object-list.ts';
import { snapshotPostgres } from './postgres.ts';
import { snapshotSqlite } from './sqlite.ts';

const listFile = 'objects.sha256';
/**
 * Number of objects per group. The objects of a group are copied at the same time, and their lines in the object list
 * are written together.
 */
const groupSize = 200;
const copiesAtOnce = 4;

export interface BackupServices {
  config: Config;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
}

type CopiedObject = ListedObject & { bytes: number };

/** Backs up into `folder`, which must be missing or empty. Throws `BackupError` if the backup cannot be created. */
export async function backUp(
  { config, clock, newId, random }: BackupServices,
  folder: string,
): Promise<Manifest> {
  await makeEmptyFolder(folder);
  const createdAt = timeText(clock.now());
  const store = await openStore(config, newId);
  const names = path.join(folder, 'objects.names');
  const target = { folder, names };
  const { databaseUrl, dataDir } = config;
  const { schema, database } = databaseUrl
    ? await snapshotPostgres(databaseUrl, target)
    : await snapshotSqlite(dataDir, target);
  const objects = await copyObjects(store, folder, names, clock);
  await rm(names);
  const key = config.secretKey ?? (await findSecretKey(dataDir));
  const manifest: Manifest = {
    ...{ format: 'protean-backup', version: 1, created_at: createdAt, program: ownVersion ?? 'unknown' },
    ...{ schema, database, objects },
    key: key === undefined ? null : await fingerprintOf(key, random),
  };
  await writeManifest(folder, manifest);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await readdir(folder);
  const advice = found.includes(listFile)
    ? ' An interrupted backup may be removed: it has no manifest.json.'
    : '';
  if (found.length > 0)
    throw new BackupError(
      `${folder} is not empty: specify a folder that is empty or does not exist.${advice}`,
    );
  await chmod(folder, 0o700);
}

async function copyObjects(
  store: ObjectStore,
  folder: string,
  namesFile: string,
  clock: Clock,
): Promise<Manifest['objects']> {
  const list = path.join(folder, listFile);
  const totals = { count: 0, bytes: 0, missing: 0 };
  await appendFile(list, '', { flag: 'ax', mode: 0o600 });
  const names = createInterface(createReadStream(namesFile));
  for await (const group of grouped(names, groupSize)) {
    const wanted = group.filter((name) => !hasExpired(placeOf(name)?.[0] ?? '', clock.now()));
    for (const name of wanted) await mkdir(path.dirname(path.join(folder, objectFile(name))), folderMode);
    const found = await mapSome(wanted, copiesAtOnce, (name) => copyObject(store, name, folder));
    const copied = found.filter((one) => one !== undefined);
    await appendFile(list, copied.map(lineOf).join(''), { flush: true });
    totals.count += copied.length;
    totals.missing += wanted.length - copied.length;
    for (const { bytes } of copied) totals.bytes += bytes;
  }
  const { size } = await stat(list);
  return { ...totals, list: { file: listFile, bytes: size, sha256: await digestOf(list) } };
}

const folderMode = { recursive: true, mode: 0o700 } as const;

/** Copies an object. Returns undefined if the object was removed after the database snapshot was taken. */
async function copyObject(
  store: ObjectStore,
  name: string,
  folder: string,
): Promise<CopiedObject | undefined> {
  const stored = await store.open(name);
  if (!stored) return undefined;
  const file = path.join(folder, objectFile(name));
  try {
    if (stored.size === 0) await stored.close();
    const written = await writeHashed(stored.size === 0 ? Readable.from([]) : stored.read(), file);
    if (written.bytes === stored.size) return { name, ...written };
    throw new BackupError(`${name} ended after ${written.bytes} of its ${stored.size} bytes: back up again.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(file, { force: true });
    return undefined;
  }
}
