/** Folders of running conversions and their sandboxes, private to this process and removed after its end. */
import { mkdirSync, renameSync } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../../kit/ids.ts';
import { emptyFolder, removeFolder } from '../../kit/folder.ts';
import { processLives, processName } from '../../kit/processes.ts';

const kinds = { conversion: 'jobs', spare: 'spare', sandbox: 'boxes', cache: 'cache' } as const;

/** Maximum number of empty folders kept for reuse: removing a folder takes longer than emptying it. */
const maxSpares = 32;

/** The folder of one conversion. Disposing the object removes the content of the folder. */
export interface ConversionFolder extends AsyncDisposable {
  path: string;
  /** Path for the file to convert. */
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
   * Creates this process's folder below `parent` and removes the folders of dead processes. Sandboxes that run as
   * separate users can enter their own folders, but cannot list the parent folders.
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

  /** Opens a new empty folder for one conversion. */
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

  /** Opens a new empty folder for one sandbox. The folder is on the same file system as the folders of conversions. */
  openSandbox(): string {
    return this.#open(kinds.sandbox);
  }

  /** Opens a new empty folder for cached results. */
  openCache(): string {
    return this.#open(kinds.cache);
  }

  /** Opens a folder with a unique name. If `spare` is given, renames it to the new folder. */
  #open(kind: string, spare?: string): string {
    const dir = path.join(this.#dir, kind, this.#newId());
    if (spare === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
    else renameSync(spare, dir);
    return dir;
  }

  /** Removes the folder of a sandbox and the content of this folder. */
  async removeSandbox(dir: string): Promise<void> {
    await removeFolder(dir);
  }

  async close(): Promise<void> {
    await removeFolder(this.#dir);
  }
}
