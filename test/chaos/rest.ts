/** What a service has left behind: processes, control groups, files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../packages/server/src/db/database.ts';
import { descendants, runs } from '../support/processes.ts';

/** Processes that have `dir` in their command, their environment or their file tree, boxed ones too, whoever began them. */
export function processesAbout(dir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && runs(pid))
    .filter((pid) => ['cmdline', 'environ', 'mountinfo'].some((file) => readOf(pid, file).includes(dir)));
}

/** Those of them that none of `servers` is, or has begun. */
export function strangers(dir: string, servers: readonly number[]): number[] {
  const ours = new Set(servers.flatMap((server) => [server, ...descendants(server)]));
  return processesAbout(dir).filter((pid) => !ours.has(pid));
}

const hierarchies = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids'];

/** Control groups of these servers. */
export function cgroupsOf(servers: readonly number[]): string[] {
  const ours = new Set(servers.map(String));
  return hierarchies
    .filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir).map((name) => path.join(dir, name)))
    .filter((group) => ours.has(/^protean-(\d+)-/.exec(path.basename(group))?.[1] ?? ''));
}

/** Files below a folder, as paths from it. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));
}

/** Objects that no job has as its result, results that are no object, and rows that only running processes need. */
export async function astray({ query }: Database, dataDir: string): Promise<string[]> {
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
    ...[...known].filter((file) => !files.has(file)).map((file) => `the object ${file} is gone`),
    ...orphaned.map(({ name }) => `${name} is still a stray`),
  ];
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
