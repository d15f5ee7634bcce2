/**
 * Gives each process a unique name, and checks whether a process still runs. A name stays unique even if the
 * system reuses a PID.
 */
import { readFile, readlink } from 'node:fs/promises';

export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns `<pid>-<start time>`. The start time is needed because the system may reuse a PID. */
export async function processName(pid: number): Promise<string> {
  return `${pid}-${await startTime(pid)}`;
}

/** Whether the process with this name is still running. */
export async function processLives(name: string): Promise<boolean> {
  const pid = Number(name.split('-')[0]);
  return pid > 0 && (await processName(pid)) === name;
}

/**
 * Returns the scope within which process names are unique: this boot of this machine, in this PID namespace. Returns
 * undefined if the scope is unknown.
 */
export async function processSpace(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Returns the process's start time in clock ticks since boot, or 'gone' if the process has ended. */
async function startTime(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name is in parentheses and may contain spaces. In /proc/PID/stat, the first field after the process
    // name is the state, and the 20th field is the start time.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has exited, but its parent has not reaped it yet.
    return ['Z', 'X'].includes(state) ? 'gone' : (fields[18] ?? 'gone');
  } catch {
    return 'gone';
  }
}
