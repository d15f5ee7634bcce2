/** Names of processes that stay unique when the system reuses a PID, and whether such a process still runs. */
import { readFile, readlink } from 'node:fs/promises';

export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `<pid>-<start time>`, since a PID may be reused. */
export async function processName(pid: number): Promise<string> {
  return `${pid}-${await startTime(pid)}`;
}

/** Whether the process of this name still runs. */
export async function processLives(name: string): Promise<boolean> {
  const pid = Number(name.split('-')[0]);
  return pid > 0 && (await processName(pid)) === name;
}

/** The scope in which process names are valid: this boot of this machine, in this PID namespace. Undefined when unknown. */
export async function processSpace(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** The process's start in clock ticks since boot, or 'gone'. */
async function startTime(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name in parentheses, which may hold spaces: first the state, as 20th the start time.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; only its parent has not collected it yet.
    return ['Z', 'X'].includes(state) ? 'gone' : (fields[18] ?? 'gone');
  } catch {
    return 'gone';
  }
}
