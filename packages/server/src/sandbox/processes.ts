/** The processes of a sandbox, seen from outside, and their memory: compared to find what a job left behind. */
import { readdir, readFile } from 'node:fs/promises';

/** The ids of a sandbox's processes, as seen from outside, and the bytes they hold together. */
export interface ProcessSnapshot {
  processes: readonly number[];
  bytes: number;
}

/** Of the sandbox with this first process; empty where it exited before it had one. */
export async function snapshotBelow(first: number | undefined): Promise<ProcessSnapshot> {
  const processes = first === undefined ? [] : await processesBelow(first);
  return { processes, bytes: await memoryOf(processes) };
}

/** Throws where a process was added since `atRest`, or more than `maxGrowth` bytes of memory. */
export function checkUnchanged(atRest: ProcessSnapshot, now: ProcessSnapshot, maxGrowth = Infinity): void {
  if (now.processes.some((pid) => !atRest.processes.includes(pid)))
    throw new Error('a process was left behind');
  if (now.bytes > atRest.bytes + maxGrowth) throw new Error('it holds more memory than it may keep');
}

/** `first` and all its descendants, without zombies. */
async function processesBelow(first: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const all = new Map(await Promise.all(pids.map(async (pid) => [pid, await statusOf(pid)] as const)));
  const isBelow = (pid: number, steps = 0): boolean => {
    if (pid === first) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 0 && steps < pids.length && isBelow(parent, steps + 1);
  };
  return pids.filter((pid) => all.get(pid)?.runs && isBelow(pid));
}

/** Bytes of memory that they hold; what two share counts twice. */
async function memoryOf(pids: readonly number[]): Promise<number> {
  const pages = await Promise.all(pids.map(pagesOf));
  return pages.reduce((sum, count) => sum + count, 0) * pageBytes;
}

/** The smallest page of a kernel for x64 or arm64. */
const pageBytes = 4096;

async function statusOf(pid: number): Promise<{ runs: boolean; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in parentheses, which may itself hold spaces: the state and the parent.
  const [state = 'X', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { runs: stat !== '' && !['Z', 'X'].includes(state), parent: Number(parent) };
}

async function pagesOf(pid: number): Promise<number> {
  const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ');
  return Number(resident);
}
