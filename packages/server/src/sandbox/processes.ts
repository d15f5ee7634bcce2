/** Takes a snapshot of the processes of a sandbox and of their memory, and finds what a job left behind since. */
import { textOf } from './proc-file.ts';

/** The ids of a sandbox's processes, as seen from outside, and the bytes they hold together. */
export interface ProcessSnapshot {
  processes: readonly number[];
  bytes: number;
}

/** Of those that run: zombies, and ids that are gone, are left out. */
export function snapshotOf(members: readonly number[]): ProcessSnapshot {
  const processes = members.filter(runs);
  return { processes, bytes: bytesOf(processes) };
}

/** Throws where a process was added to `members` since `atRest`, or more than `maxGrowth` bytes of memory. */
export function checkUnchanged(
  atRest: ProcessSnapshot,
  members: readonly number[],
  maxGrowth = Infinity,
): void {
  if (members.some((pid) => !atRest.processes.includes(pid) && runs(pid)))
    throw new Error('a process was left behind');
  if (bytesOf(members) > atRest.bytes + maxGrowth) throw new Error('it holds more memory than it may keep');
}

/** What two share counts twice. */
function bytesOf(processes: readonly number[]): number {
  return processes.reduce((sum, pid) => sum + pagesOf(pid), 0) * pageBytes;
}

/** The smallest page of a kernel for x64 or arm64. */
const pageBytes = 4096;

function runs(pid: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  // After the name in parentheses, which may itself hold spaces: the state.
  return stat !== '' && !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2));
}

function pagesOf(pid: number): number {
  return Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
}
