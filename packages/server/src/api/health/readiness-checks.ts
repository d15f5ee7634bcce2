/** The readiness of each part of the service, as `GET /readyz` shows it to the operator. */
import { access, constants } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import type { Conversions } from '../../convert/run/conversions.ts';
import type { Database } from '../../db/database.ts';
import { freeBytes } from '../../kit/disk.ts';
import type { Redis } from '../../redis/redis.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { WorkerDirectory } from '../../workers/directory.ts';
import type { ReadinessCheck } from './health.ts';

interface CheckedServices {
  database: Database;
  store: Pick<ObjectStore, 'check'>;
  redis?: Pick<Redis, 'check'> | undefined;
  /** The engines of this process, or the workers whose engines it uses. */
  local?: Pick<Conversions, 'catalogue' | 'probe'> | undefined;
  directory?: Pick<WorkerDirectory, 'size' | 'catalogue'> | undefined;
  config: Pick<Config, 'dataDir' | 'diskReserve'>;
}

/** Looks anew at each call. */
export async function readinessChecks(services: CheckedServices): Promise<ReadinessCheck[]> {
  const { database, store, redis, local, directory, config } = services;
  const folder = await checkFolder(config.dataDir, config.diskReserve);
  const keeps = await store.check().then(
    () => true,
    () => false,
  );
  const storage = folder.ok && !keeps ? { ok: false, says: 'the store of files does not answer' } : folder;
  const answers = await database.check().then(
    () => true,
    () => false,
  );
  return [
    {
      part: 'database',
      ok: answers,
      says: answers ? 'the database answers' : 'the database does not answer',
    },
    ...(redis ? [await checkRedis(redis)] : []),
    ...(local ? [checkSandbox(local)] : []),
    { part: 'storage', ...storage },
    ...(local ? [checkEngines(local)] : []),
    ...(directory ? [checkWorkers(directory)] : []),
  ];
}

async function checkRedis(redis: Pick<Redis, 'check'>): Promise<ReadinessCheck> {
  const ok = await redis.check();
  const says = ok
    ? 'Redis answers'
    : 'Redis does not answer: the database counts meanwhile, and the server stays ready';
  return { part: 'redis', ok, says, optional: true };
}

function checkSandbox({ probe }: Pick<Conversions, 'probe'>): ReadinessCheck {
  const { ok, description, level, blocked } = probe;
  return { part: 'sandbox', ok, says: description, level, held: blocked };
}

function checkEngines({ catalogue }: Pick<Conversions, 'catalogue'>): ReadinessCheck {
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
  const says = `${routes} routes${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`;
  return { part: 'engines', ok: routes > 0, says };
}

function checkWorkers({ size, catalogue }: Pick<WorkerDirectory, 'size' | 'catalogue'>): ReadinessCheck {
  const routes = catalogue.live.all().length;
  const says = size === 0 ? 'no worker lives' : `${size} workers, ${routes} routes`;
  return { part: 'workers', ok: size > 0 && routes > 0, says };
}

async function checkFolder(dir: string, reserve: number): Promise<Pick<ReadinessCheck, 'ok' | 'says'>> {
  try {
    await access(dir, constants.W_OK);
    return freeBytes(dir) < reserve
      ? { ok: false, says: 'the disk of the data folder is full' }
      : { ok: true, says: 'the data folder can be written' };
  } catch {
    return { ok: false, says: 'the data folder cannot be written' };
  }
}
