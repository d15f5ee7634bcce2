/** The folders of running conversions and their sandboxes, private to this process and removed when it is gone. */
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../kit/ids.ts';
import { removeFolder } from '../kit/folder.ts';
import { processLives, processName } from '../kit/processes.ts';

const kinds = { conversion: 'jobs', sandbox: 'boxes' } as const;

/** The folder of one conversion; disposing of it removes it with all that is in it. */
export interface ConversionFolder extends AsyncDisposable {
  path: string;
  /** Where in it the file to convert goes. */
  upload: string;
}

export class Workspace {
  readonly #dir: string;
  readonly #newId: NewId;

  private constructor(dir: string, newId: NewId) {
    this.#dir = dir;
    this.#newId = newId;
  }

  /**
   * Makes this process's folder below `parent` and removes those of processes that are gone. Where sandboxes run as
   * users of their own, those users may pass through to their folders, and list none on the way.
   */
  static async open(parent: string, newId: NewId, unprivilegedUsers = false): Promise<Workspace> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      if (!(await processLives(name))) await removeFolder(path.join(parent, name));
    }
    const dir = path.join(parent, await processName(process.pid));
    const sandboxes = path.join(dir, kinds.sandbox);
    await mkdir(sandboxes, { recursive: true, mode: 0o700 });
    if (unprivilegedUsers) for (const passed of [parent, dir, sandboxes]) await chmod(passed, 0o711);
    return new Workspace(dir, newId);
  }

  /** A new empty folder for one conversion. */
  async openConversion(): Promise<ConversionFolder> {
    const dir = await this.#open(kinds.conversion);
    return {
      path: dir,
      upload: path.join(dir, 'upload'),
      [Symbol.asyncDispose]: () => removeFolder(dir),
    };
  }

  /** A new empty folder for one sandbox, on the same file system. */
  openSandbox(): Promise<string> {
    return this.#open(kinds.sandbox);
  }

  async #open(kind: string): Promise<string> {
    const dir = path.join(this.#dir, kind, this.#newId());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  /** Removes the folder of a sandbox with all that is in it. */
  async removeSandbox(dir: string): Promise<void> {
    await removeFolder(dir);
  }

  async close(): Promise<void> {
    await removeFolder(this.#dir);
  }
}
