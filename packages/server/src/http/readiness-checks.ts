/** How each part is, for GET /readyz: one row a part, in words for the operator. */
import { access, constants } from 'node:fs/promises';
import type { Registry } from '../accounts/registry.ts';
import type { Config } from '../config.ts';
import type { Conversions } from '../convert/conversions.ts';
import { freeBytes } from '../kit/disk.ts';
import type { ReadinessCheck } from './routes/health.ts';

export async function readinessChecks(
  { catalogue, probe }: Conversions,
  { database }: Registry,
  { dataDir, diskReserve }: Config,
): Promise<ReadinessCheck[]> {
  const routes = catalogue.live.all().length;
  const missing = catalogue.engines
    .filter((state) => state.missing.length > 0)
    .map(({ engine }) => engine.id);
  const storage = await checkFolder(dataDir, diskReserve);
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
    { part: 'sandbox', ...probe },
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
    return (await freeBytes(dir)) < reserve
      ? { ok: false, says: 'the disk of the data folder is full' }
      : { ok: true, says: 'the data folder can be written' };
  } catch {
    return { ok: false, says: 'the data folder cannot be written' };
  }
}
