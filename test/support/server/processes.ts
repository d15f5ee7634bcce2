/** Reads the processes of this machine from /proc: parents, commands, states and processor time. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the direct children of `pid`. */
export function children(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && parentOf(child) === pid);
}

/** Returns all living descendants of `pid`. */
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

/**
 * Returns the fields of `/proc/PID/stat`, beginning with the process state. The state is an empty string if `pid` does
 * not exist.
 */
function statusOf(pid: number): readonly string[] {
  const stat = read(`/proc/${pid}/stat`);
  // In /proc/PID/stat, the process state follows the program name, which is in parentheses. The program name itself may
  // contain parentheses, so the name ends at the last closing parenthesis.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns the processor time of the process `pid` in seconds. Excludes the processor time of child processes. */
export function processorSeconds(pid: number): number {
  const fields = statusOf(pid);
  // Linux counts 100 ticks a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns whether `pid` is running. Zombies do not count. */
export function runs(pid: number): boolean {
  const [state = ''] = statusOf(pid);
  return state !== '' && !/^[ZX]/.test(state);
}

/** Returns whether `pid` is stopped by a signal such as SIGSTOP. */
export function isStopped(pid: number): boolean {
  return statusOf(pid)[0] === 'T';
}

/**
 * Returns the program of a process, its arguments, and a final empty string. If the process has exited, returns only
 * the empty string.
 */
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
