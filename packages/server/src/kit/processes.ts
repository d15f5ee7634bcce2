/** Whether a process exists, and names by which one is known again after its number was given to another. */
import { readFile, readlink } from 'node:fs/promises';

export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `<pid>-<start time>`: a number alone could by now belong to another process. */
export async function processName(pid: number): Promise<string> {
  return `${pid}-${await startTime(pid)}`;
}

/** Whether the process of this name still runs. */
export async function processLives(name: string): Promise<boolean> {
  const pid = Number(name.split('-')[0]);
  return pid > 0 && (await processName(pid)) === name;
}

/** Where process names mean something: this boot of this machine, and this container of it. Undefined when unknown. */
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
    // Fields after the name in parentheses, which may itself hold spaces: the state first, the start time as 20th.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // One that ended and was not yet buried by its parent does nothing any more.
    return ['Z', 'X'].includes(state) ? 'gone' : (fields[18] ?? 'gone');
  } catch {
    return 'gone';
  }
}
