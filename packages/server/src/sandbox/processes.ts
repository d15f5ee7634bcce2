/** Takes snapshots of a sandbox's processes and their memory, and detects leftovers of a job. */
import { textOf } from './proc-file.ts';

/** The process ids of a sandbox, as seen from outside, and the total memory of the processes in bytes. */
export interface ProcessSnapshot {
  processes: readonly number[];
  bytes: number;
}

/** Returns a snapshot of the running processes. Omits zombies and processes that have exited. */
export function snapshotOf(members: readonly number[]): ProcessSnapshot {
  const processes = members.filter(runs);
  return { processes, bytes: bytesOf(processes) };
}

/**
 * Throws if a job has left a process behind: a running process in `members` that is not in the earlier snapshot
 * `atRest`. Throws if memory usage has grown by more than `maxGrowth` bytes since the snapshot `atRest`.
 */
export function checkUnchanged(
  atRest: ProcessSnapshot,
  members: readonly number[],
  maxGrowth = Infinity,
): void {
  if (members.some((pid) => !atRest.processes.includes(pid) && runs(pid)))
    throw new Error('the job left a process behind');
  if (bytesOf(members) > atRest.bytes + maxGrowth) throw new Error('the sandbox holds too much memory');
}

/** Returns the memory of the processes in bytes. Shared memory is counted once for each process. */
function bytesOf(processes: readonly number[]): number {
  return processes.reduce((sum, pid) => sum + pagesOf(pid), 0) * pageBytes;
}

/** Smallest memory page size of kernels for x64 and arm64, in bytes. */
const pageBytes = 4096;

function runs(pid: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  // In /proc/PID/stat, the state of the process follows its name, which is in parentheses and may contain spaces.
  return stat !== '' && !['Z', 'X'].includes(stat.charAt(stat.lastIndexOf(')') + 2));
}

function pagesOf(pid: number): number {
  return Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
}
