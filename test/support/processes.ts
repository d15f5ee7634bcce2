/** The process table from /proc: processes left behind, and the time that processes use. */
import { readdirSync, readFileSync } from 'node:fs';

/** The direct children of `pid`. */
export function children(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && parentOf(child) === pid);
}

/** All living descendants of `pid`, whatever they run. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const child = Number(name);
    if (child > 0) parents.set(child, parentOf(child));
  }
  const found = new Set([pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [child, parent] of parents) {
      if (found.has(parent) && !found.has(child)) grown = Boolean(found.add(child));
    }
  }
  found.delete(pid);
  return [...found];
}

const parentOf = (pid: number): number => Number(statusOf(pid)[1] ?? 0);

/** The fields of `/proc/PID/stat` from the state on, or an empty state if `pid` does not exist. */
function statusOf(pid: number): readonly string[] {
  const stat = read(`/proc/${pid}/stat`);
  // The name before the last parenthesis may contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Processor time that `pid` has used, without its children. */
export function processorSeconds(pid: number): number {
  const fields = statusOf(pid);
  // Linux counts 100 ticks a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Whether `pid` is running. Zombies do not count. */
export function runs(pid: number): boolean {
  const [state = ''] = statusOf(pid);
  return state !== '' && !/^[ZX]/.test(state);
}

/** Whether a signal has stopped it. */
export function isStopped(pid: number): boolean {
  return statusOf(pid)[0] === 'T';
}

/** The program and its arguments; empty if the process has exited. */
export function commandOf(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split('\0');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
