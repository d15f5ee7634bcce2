/** Folders for the files of running conversions, private to this process and gone when it is. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../kit/ids.ts';

export class Workspace {
  readonly #dir: string;
  readonly #newId: NewId;

  private constructor(dir: string, newId: NewId) {
    this.#dir = dir;
    this.#newId = newId;
  }

  /** Makes this process's folder below `parent`, sweeping those that processes now dead left there. */
  static async open(parent: string, newId: NewId): Promise<Workspace> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      if (!(await ownerLives(name))) await rm(path.join(parent, name), { recursive: true, force: true });
    }
    const dir = path.join(parent, await ownerName(process.pid));
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new Workspace(dir, newId);
  }

  /** A new empty folder for one conversion. */
  openJob(): Promise<string> {
    return this.#open('jobs');
  }

  /** A new empty folder for one box, on the same file system. */
  openBox(): Promise<string> {
    return this.#open('boxes');
  }

  async #open(kind: string): Promise<string> {
    const dir = path.join(this.#dir, kind, this.#newId());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /** Removes a folder of either kind with all that is in it. */
  async remove(dir: string): Promise<void> {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  }

  async close(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }
}

/** `<pid>-<start time>`: a number alone could by now belong to another process. */
async function ownerName(pid: number): Promise<string> {
  return `${pid}-${await startTime(pid)}`;
}

async function ownerLives(name: string): Promise<boolean> {
  const pid = Number(name.split('-')[0]);
  return pid > 0 && (await ownerName(pid)) === name;
}

/** The process's start in clock ticks since boot, or 'gone'. */
async function startTime(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Fields after the name in parentheses, which may itself hold spaces; the start time is the 22nd of all.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'gone';
  } catch {
    return 'gone';
  }
}
