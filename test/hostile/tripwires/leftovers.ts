/** Finds the files and processes that remain on a server after a request. */
import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { commandOf, descendants } from '../../support/server/processes.ts';
import type { Service } from '../../support/server/service.ts';

/** Maximum time for the cleanup after a response, in milliseconds. */
export const restMs = 2_000;

const lookEveryMs = 50;

/** Beginning of the shell command that runs in a sandbox until the sandbox gets its only job. */
const waitingShell = 'read -r go';

/**
 * Waits until no job folder remains, the work folder is almost empty, and the server has at most `idle` processes.
 * Returns a fault for each condition that is not met at the deadline.
 */
export async function leftoversOf(service: Service, idle: number, withinMs = restMs): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = await service.jobFolders();
    const bytes = left.length > 0 ? 0 : await bytesBelow(path.join(service.dataDir, 'work'));
    const processes = await processesOf(service);
    if (left.length === 0 && processes <= idle && bytes <= 64 * 1024) return [];
    if (performance.now() > deadline) {
      return [
        ...(left.length > 0 ? [`resource: ${left.length} folders stay`] : []),
        ...(bytes > 64 * 1024 ? [`resource: ${bytes} bytes stay in the work folder`] : []),
        ...(processes > idle ? [`resource: ${processes} processes, ${idle} when idle`] : []),
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/**
 * Counts the descendant processes of the server, and the processes that are no longer descendants but are still in the
 * server's network namespace. Omits the processes of sandboxes that wait for a job, because the number of these
 * sandboxes varies.
 */
export async function processesOf(service: Service): Promise<number> {
  const waiting = await waitingBoxes(service.dataDir);
  const excused = new Set<number>();
  const all = await allProcesses(service);
  for (const pid of all) {
    const words = commandOf(pid);
    if (!words.some((word) => word.startsWith(waitingShell))) continue;
    if (!words.some((word) => waiting.some((sandbox) => word.includes(`${sandbox}/`)))) continue;
    for (const one of [pid, ...descendants(pid)]) excused.add(one);
  }
  return [...all].filter((pid) => !excused.has(pid)).length;
}

/** Returns the folders of sandboxes that have not received a job yet. */
async function waitingBoxes(dataDir: string): Promise<string[]> {
  const work = path.join(dataDir, 'work');
  const owners = await readdir(work).catch(() => []);
  const sandboxes = await Promise.all(
    owners.map(async (owner) => {
      const folder = path.join(work, owner, 'boxes');
      return (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
    }),
  );
  const untouched = await Promise.all(
    sandboxes.flat().map(async (sandbox) => {
      const held = await Promise.all(
        ['task', 'in', 'out'].map((name) => readdir(path.join(sandbox, name)).catch(() => ['gone'])),
      );
      return held.flat().length === 0;
    }),
  );
  return sandboxes.flat().filter((_, n) => untouched[n]);
}

async function allProcesses(service: Service): Promise<Set<number>> {
  const server = service.process.pid ?? 0;
  const found = new Set(descendants(server));
  const testProcesses = descendants(process.pid);
  const network = await readlink(`/proc/${process.pid}/ns/net`);
  for (const pid of (await readdir('/proc')).map(Number).filter((id) => id > 0)) {
    if (pid === process.pid || pid === process.ppid || pid === server || testProcesses.includes(pid))
      continue;
    if ((await readlink(`/proc/${pid}/ns/net`).catch(() => '')) === network && !isAncestor(pid))
      found.add(pid);
  }
  return found;
}

/**
 * Returns whether process `pid` is an ancestor of this process, such as the shell that created the network namespace.
 */
function isAncestor(pid: number): boolean {
  return descendants(pid).includes(process.pid);
}

async function bytesBelow(dir: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (entry.isFile())
      bytes += (await lstat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
