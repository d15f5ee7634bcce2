/** The folders of running conversions and their sandboxes, private to this process and removed when it is gone. */
import { mkdirSync, renameSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../../kit/ids.ts';
import { emptyFolder, removeFolder } from '../../kit/folder.ts';
import { processLives, processName } from '../../kit/processes.ts';

const kinds = { conversion: 'jobs', spare: 'spare', sandbox: 'boxes', cache: 'cache' } as const;

/** Empty folders that are kept for further conversions: removing a folder takes longer than all that is in it. */
const maxSpares = 32;

/** The folder of one conversion; disposing of it removes all that is in it. */
export interface ConversionFolder extends AsyncDisposable {
  path: string;
  /** Where in it the file to convert goes. */
  upload: string;
}

export class Workspace {
  readonly #dir: string;
  readonly #newId: NewId;
  readonly #spares: string[] = [];

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
    await mkdir(path.join(dir, kinds.spare), { mode: 0o700 });
    if (unprivilegedUsers) for (const passed of [parent, dir, sandboxes]) await chmod(passed, 0o711);
    return new Workspace(dir, newId);
  }

  /** A new empty folder for one conversion. */
  openConversion(): ConversionFolder {
    const spare = this.#spares.pop();
    const dir = this.#open(kinds.conversion, spare);
    return {
      path: dir,
      upload: path.join(dir, 'upload'),
      [Symbol.asyncDispose]: () => this.#keepOrRemove(dir),
    };
  }

  async #keepOrRemove(dir: string): Promise<void> {
    if (this.#spares.length >= maxSpares) return removeFolder(dir);
    try {
      await emptyFolder(dir);
      const spare = path.join(this.#dir, kinds.spare, path.basename(dir));
      renameSync(dir, spare);
      this.#spares.push(spare);
    } catch {
      await removeFolder(dir);
    }
  }

  /** A new empty folder for one sandbox, on the same file system. */
  openSandbox(): string {
    return this.#open(kinds.sandbox);
  }

  /** A new empty folder for results that are kept for a while. */
  openCache(): string {
    return this.#open(kinds.cache);
  }

  /** A folder of its own name, which `spare` becomes where there is one. */
  #open(kind: string, spare?: string): string {
    const dir = path.join(this.#dir, kind, this.#newId());
    if (spare === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
    else renameSync(spare, dir);
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
