/**
 * Searches for leftovers of crashed processes, of deleted jobs and of the stopped service: processes, control
 * groups, files and database rows.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../packages/server/src/db/database.ts';
import { cgroupOwner } from '../../packages/server/src/sandbox/cgroup.ts';
import { descendants, runs } from '../support/server/processes.ts';
import { until } from '../support/server/service.ts';
import { cancel } from './customers.ts';
import type { RunScene } from './invariants.ts';
import type { ProcessGroup } from './process-group.ts';

/** Maximum time in milliseconds until the service has removed the leftovers of a killed server. */
const sweepMs = 30_000;

/**
 * Deletes all jobs and stops the service. Resolves with a list of all files, rows and processes that should no longer
 * exist.
 */
export async function findLeftovers(
  { group, database, jobs }: RunScene & { group: ProcessGroup },
  dir: string,
  env: Record<string, string>,
): Promise<string[]> {
  const data = path.join(dir, 'data');
  const found: string[] = [];
  const expectNone = expectingNone(found, sweepMs);
  const crashed = group.pids.filter((pid) => !group.runningPids.includes(pid));
  await expectNone('left by crashed processes', async () => [
    ...unownedProcesses(dir, group.runningPids).map((pid) => `process ${pid}`),
    ...cgroupsOf(crashed),
    ...(await inconsistentObjects(database, data)),
    ...(await unexpectedLeases(database, group.runningPids.length)),
    ...(await filesBelow(env['TMPDIR'] ?? '')),
  ]);
  for (const { customer, id } of jobs) await cancel(group, customer, id);
  await expectNone('left by deleted jobs', () => filesBelow(path.join(data, 'objects')));
  await group.stop();
  await expectNone('left by the stopped service', async () => [
    ...processesUsing(dir).map((pid) => `process ${pid}`),
    ...cgroupsOf(group.pids),
    ...(await unexpectedLeases(database, 0)),
    ...(await filesBelow(path.join(data, 'work'))),
    ...(await filesBelow(env['TMPDIR'] ?? '')),
  ]);
  return found;
}

/**
 * Returns a function that calls `list` until `list` returns an empty list. If `list` still returns entries after
 * `withinMs`, the function adds the entries to `found`.
 */
export function expectingNone(found: string[], withinMs: number) {
  return async (what: string, list: () => Promise<string[]>): Promise<void> => {
    let left: string[] = [];
    const none = async () => (left = await list()).length === 0;
    await until(what, withinMs, none).catch(() => found.push(...left.map((one) => `${what}: ${one}`)));
  };
}

/**
 * Returns the ids of processes that have `dir` in their command line, environment or mounts, including processes in
 * sandboxes.
 */
export function processesUsing(dir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && runs(pid))
    .filter((pid) => ['cmdline', 'environ', 'mountinfo'].some((file) => readOf(pid, file).includes(dir)));
}

/** Returns the ids of processes that use `dir`, except the processes in `servers` and their descendants. */
function unownedProcesses(dir: string, servers: readonly number[]): number[] {
  const owned = new Set(servers.flatMap((server) => [server, ...descendants(server)]));
  return processesUsing(dir).filter((pid) => !owned.has(pid));
}

const hierarchies = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids'];

/** Returns the control groups that these servers have created for sandboxes. */
function cgroupsOf(servers: readonly number[]): string[] {
  return hierarchies
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir).map((name) => path.join(dir, name)))
    .filter((group) => servers.includes(cgroupOwner(path.basename(group))?.pid ?? 0));
}

/** Returns the paths of the files below a folder, relative to the folder. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));
}

/**
 * Returns a sentence for each stored object that has no job, each result that has no object, and each orphaned object
 * that is not yet deleted.
 */
async function inconsistentObjects({ query }: Database, dataDir: string): Promise<string[]> {
  const results = await query
    .selectFrom('jobs')
    .select('result_object')
    .where('result_object', 'is not', null)
    .execute();
  const known = new Set(results.map(({ result_object: name }) => name?.replace('-', '/') ?? ''));
  const files = new Set(await filesBelow(path.join(dataDir, 'objects')));
  const orphaned = await query.selectFrom('orphaned_objects').select('name').execute();
  return [
    ...[...files].filter((file) => !known.has(file)).map((file) => `the object ${file} is of no job`),
    ...[...known].filter((file) => !files.has(file)).map((file) => `the object ${file} is missing`),
    ...orphaned.map(({ name }) => `${name} is still orphaned`),
  ];
}

export async function unexpectedLeases({ query }: Database, processes: number): Promise<string[]> {
  const leases = await query.selectFrom('leases').select('id').execute();
  return leases.length === processes ? [] : [`${leases.length} leases of ${processes} processes`];
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
