/** What a server has left on the disk and in the process table, and how long it takes to be gone. */
import { lstat, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { descendants } from '../../e2e/processes.ts';
import type { Service } from '../../e2e/service.ts';

/** How long an answered request may still have something lying about. */
export const restMs = 2_000;

const lookEveryMs = 50;

/** Waits until no job has a folder and no more processes run than `idle`; says what stays. */
export async function restOf(service: Service, idle: number, withinMs = restMs): Promise<string[]> {
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

/** The server's descendants, and whoever has slipped away from it but is still in its network. */
export async function processesOf(service: Service): Promise<number> {
  return (await allProcesses(service)).size;
}

async function allProcesses(service: Service): Promise<Set<number>> {
  const server = service.process.pid ?? 0;
  const found = new Set(descendants(server));
  const ours = descendants(process.pid);
  const network = await readlink(`/proc/${process.pid}/ns/net`);
  for (const pid of (await readdir('/proc')).map(Number).filter((id) => id > 0)) {
    if (pid === process.pid || pid === process.ppid || pid === server || ours.includes(pid)) continue;
    if ((await readlink(`/proc/${pid}/ns/net`).catch(() => '')) === network && !isAncestor(pid))
      found.add(pid);
  }
  return found;
}

/** Whether we come from it, as from the shell that made the network. */
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
