/** Stores objects as files in a folder. Each object is complete or missing, even after a power failure. */
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { NewId } from '../kit/ids.ts';
import { readChunks } from '../kit/chunks.ts';
import {
  abandonedMs,
  hasExpired,
  objectNameUntil,
  placeOf,
  requirePlace,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

export class FolderStore implements ObjectStore {
  readonly #dir: string;
  readonly #incoming: string;
  readonly #newId: NewId;
  #lastFolder: string | undefined;

  private constructor(dir: string, newId: NewId) {
    this.#dir = dir;
    this.#incoming = path.join(dir, 'incoming');
    this.#newId = newId;
  }

  static async open(dir: string, newId: NewId): Promise<FolderStore> {
    const store = new FolderStore(dir, newId);
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    return store;
  }

  async check(): Promise<void> {
    await access(this.#dir, constants.W_OK);
  }

  newName(keepUntil?: number): string {
    return objectNameUntil(keepUntil, this.#newId);
  }

  /**
   * Moves a file into the folder as the object `name`. When the promise resolves, the object is on disk, not only in
   * memory.
   */
  async put(file: string, name: string): Promise<void> {
    const target = this.#requirePath(name);
    const folder = path.dirname(target);
    if (this.#lastFolder !== folder) await this.#makeFolder(folder);
    await this.#move(file, target);
    // No other process knows the object's name yet, so the file and the folder may reach the disk in any order.
    await Promise.all([sync(target), sync(folder)]);
  }

  /**
   * Makes an object available at the path `file`: as a hard link or, if `file` is on another file system, as a copy.
   */
  async fetch(name: string, file: string): Promise<void> {
    const source = this.#requirePath(name);
    await link(source, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await copyFile(source, file, constants.COPYFILE_FICLONE);
    });
  }

  async #makeFolder(folder: string): Promise<void> {
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(this.#dir);
    this.#lastFolder = folder;
  }

  async open(name: string): Promise<StoredObject | undefined> {
    const file = this.#pathOf(name);
    if (!file) return undefined;
    let handle: FileHandle;
    try {
      handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const { size } = await handle.stat();
    const read = (range = { start: 0, end: size - 1 }) => readChunks(handle, range);
    return { size, read, close: () => handle.close() };
  }

  async remove(name: string): Promise<void> {
    const file = this.#pathOf(name);
    if (file) await rm(file, { force: true });
  }

  async sweep(now: number): Promise<void> {
    for (const folder of await readdir(this.#dir)) {
      if (hasExpired(folder, now)) await rm(path.join(this.#dir, folder), { recursive: true, force: true });
    }
    for (const id of await readdir(this.#incoming)) {
      const file = path.join(this.#incoming, id);
      const stats = await stat(file).catch(() => undefined);
      if (stats && stats.mtimeMs < now - abandonedMs) await rm(file, { force: true });
    }
  }

  /**
   * Moves a file. A file on another file system is copied to `incoming` first, so that `target` is never incomplete.
   */
  async #move(file: string, target: string): Promise<void> {
    try {
      await rename(file, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      const copy = path.join(this.#incoming, path.basename(target));
      await copyFile(file, copy, constants.COPYFILE_FICLONE);
      await rename(copy, target);
    }
  }

  #requirePath(name: string): string {
    return path.join(this.#dir, ...requirePlace(name));
  }

  #pathOf(name: string): string | undefined {
    const place = placeOf(name);
    return place && path.join(this.#dir, ...place);
  }
}

/** Syncs a file, or the list of entries of a folder. */
async function sync(target: string): Promise<void> {
  const handle = await open(target, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
