/** Folders for the files of running conversions, private to this process and gone when it is. */
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../kit/ids.ts';
import { removeFolder } from '../kit/folder.ts';
import { processLives, processName } from '../kit/processes.ts';

const kinds = { job: 'jobs', box: 'boxes' } as const;

export class Workspace {
  readonly #dir: string;
  readonly #newId: NewId;

  private constructor(dir: string, newId: NewId) {
    this.#dir = dir;
    this.#newId = newId;
  }

  /**
   * Makes this process's folder below `parent`, sweeping those that processes now dead left there. Where boxes belong to
   * `unprivilegedUsers`, other users can pass on to them, and see nothing of what lies on the way.
   */
  static async open(parent: string, newId: NewId, unprivilegedUsers = false): Promise<Workspace> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      if (!(await processLives(name))) await removeFolder(path.join(parent, name));
    }
    const dir = path.join(parent, await processName(process.pid));
    const boxes = path.join(dir, kinds.box);
    await mkdir(boxes, { recursive: true, mode: 0o700 });
    if (unprivilegedUsers) for (const passed of [parent, dir, boxes]) await chmod(passed, 0o711);
    return new Workspace(dir, newId);
  }

  /** A new empty folder for one conversion. */
  openJob(): Promise<string> {
    return this.#open(kinds.job);
  }

  /** A new empty folder for one box, on the same file system. */
  openSandbox(): Promise<string> {
    return this.#open(kinds.box);
  }

  async #open(kind: string): Promise<string> {
    const dir = path.join(this.#dir, kind, this.#newId());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /** Removes a folder of either kind with all that is in it. */
  async remove(dir: string): Promise<void> {
    await removeFolder(dir);
  }

  async close(): Promise<void> {
    await removeFolder(this.#dir);
  }
}
