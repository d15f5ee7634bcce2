/** Whether a service leaves nothing behind: not its dead, not deleted jobs, not its end. */
import path from 'node:path';
import type { Database } from '../../packages/server/src/db/database.ts';
import { until } from '../support/service.ts';
import { cancel } from './customers.ts';
import { astray, cgroupsOf, filesBelow, processesAbout, strangers } from './rest.ts';
import type { RunScene } from './verdict.ts';

/** What a killed server leaves is swept within so long. */
const sweptMs = 30_000;

/** What the dead have left, what stays when all jobs are deleted, and what when the service has ended. */
export async function cleared(
  { group, database, sent }: RunScene,
  dir: string,
  env: Record<string, string>,
): Promise<string[]> {
  const data = path.join(dir, 'data');
  const wrong: string[] = [];
  const gone = async (what: string, look: () => Promise<string[]>) => {
    let left: string[] = [];
    const none = async () => (left = await look()).length === 0;
    await until(what, sweptMs, none).catch(() => wrong.push(...left.map((one) => `${what}: ${one}`)));
  };
  const dead = group.pids.filter((pid) => !group.living.includes(pid));
  await gone('left of the dead', async () => [
    ...strangers(dir, group.living).map((pid) => `process ${pid}`),
    ...cgroupsOf(dead),
    ...(await astray(database, data)),
    ...(await leasesBut(database, group.living.length)),
    ...(await filesBelow(env['TMPDIR'] ?? '')),
  ]);
  for (const { customer, id } of sent) await cancel(group, customer, id);
  await gone('left of deleted jobs', () => filesBelow(path.join(data, 'objects')));
  await group.end();
  await gone('left of the service', async () => [
    ...processesAbout(dir).map((pid) => `process ${pid}`),
    ...cgroupsOf(group.pids),
    ...(await leasesBut(database, 0)),
    ...(await filesBelow(path.join(data, 'work'))),
    ...(await filesBelow(env['TMPDIR'] ?? '')),
  ]);
  return wrong;
}

async function leasesBut({ query }: Database, living: number): Promise<string[]> {
  const leases = await query.selectFrom('leases').select('id').execute();
  return leases.length === living ? [] : [`${leases.length} leases of ${living} processes`];
}
