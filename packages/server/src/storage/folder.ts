/** Stored objects as files in a folder: each is there whole or not at all, also after a power cut. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { NewId } from '../kit/ids.ts';
import { readChunks } from '../kit/chunks.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** The bytes of `range`, both ends included, or all of them. Closes the object at the end of the stream. */
  read: (range?: { start: number; end: number }) => Readable;
  close: () => Promise<void>;
}

const hourMs = 3_600_000;
/** After this time an incomplete file is one of a process that was killed. */
const abandonedMs = 6 * hourMs;
const objectName = /^(\d{1,8}|kept)-([0-9a-f-]{36})$/;

/**
 * An object's name begins with the hour since the epoch at which it expires, so that sweeping need not look at objects;
 * one that begins with `kept` stays until it is removed.
 */
export class FolderStore {
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

  /** A name for a new object, which stays at least until `keepUntil`, in milliseconds, or until it is removed. */
  newName(keepUntil?: number): string {
    const folder = keepUntil === undefined ? 'kept' : String(Math.ceil(keepUntil / hourMs));
    return `${folder}-${this.#newId()}`;
  }

  /** Moves `file` in under a name of {@link newName}; it is on the disk when this resolves. */
  async put(file: string, name: string): Promise<void> {
    const target = this.#requirePath(name);
    const folder = path.dirname(target);
    if (this.#lastFolder !== folder) await this.#makeFolder(folder);
    await this.#move(file, target);
    // Nobody knows the name yet, so the order in which the two reach the disk does not matter.
    await Promise.all([sync(target), sync(folder)]);
  }

  /** Links an object as `file`, or copies it from another file system; `file` must not be written to. */
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

  /** Undefined when there is no such object. The caller reads it or closes it. */
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

  /** Removes the objects that have expired at `now`, and incomplete files. */
  async sweep(now: number): Promise<void> {
    for (const folder of await readdir(this.#dir)) {
      if (/^\d+$/.test(folder) && Number(folder) * hourMs <= now) {
        await rm(path.join(this.#dir, folder), { recursive: true, force: true });
      }
    }
    for (const id of await readdir(this.#incoming)) {
      const file = path.join(this.#incoming, id);
      const stats = await stat(file).catch(() => undefined);
      if (stats && stats.mtimeMs < now - abandonedMs) await rm(file, { force: true });
    }
  }

  /** From another file system by a copy in `incoming`, so that `target` is never incomplete. */
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
    const file = this.#pathOf(name);
    if (!file) throw new Error(`${name} is not the name of an object`);
    return file;
  }

  #pathOf(name: string): string | undefined {
    const [, hour, id] = objectName.exec(name) ?? [];
    return hour && id ? path.join(this.#dir, hour, id) : undefined;
  }
}

/** Of a file, or of the entries of a folder. */
async function sync(target: string): Promise<void> {
  const handle = await open(target, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
