/** The readiness of each part of the service, as `GET /readyz` shows it to the operator. */
import { access, constants } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Catalogue } from '../convert/catalogue.ts';
import type { Database } from '../db/database.ts';
import { freeBytes } from '../kit/disk.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { ProbeResult } from '../sandbox/probe.ts';
import type { ReadinessCheck } from './routes/health.ts';

interface CheckedServices {
  database: Database;
  store: Pick<ObjectStore, 'check'>;
  catalogue: Catalogue;
  probe: ProbeResult;
  config: Pick<Config, 'dataDir' | 'diskReserve'>;
}

/** Looks anew at each call. */
export async function readinessChecks(services: CheckedServices): Promise<ReadinessCheck[]> {
  const { database, store, catalogue, probe, config } = services;
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
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
    { part: 'sandbox', ok: probe.ok, says: probe.description, level: probe.level, held: probe.blocked },
    { part: 'storage', ...storage },
    {
      part: 'engines',
      ok: routes > 0,
      says: `${routes} routes${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`,
    },
  ];
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
