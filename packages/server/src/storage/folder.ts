/** Results kept for a while as files in a folder: there whole or not at all, also after the power was cut. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { NewId } from '../kit/ids.ts';
import { readChunks } from '../kit/chunks.ts';

export interface StoredObject {
  /** Bytes. */
  size: number;
  /** The bytes from `start` to `end`, both included; all of them without. Closes the object when it has ended. */
  read: (range?: { start: number; end: number }) => Readable;
  close: () => Promise<void>;
}

const hourMs = 3_600_000;
/** A file half put is left behind only by a process that was killed meanwhile. */
const abandonedMs = 6 * hourMs;
const objectName = /^(\d{1,8}|kept)-([0-9a-f-]{36})$/;

/**
 * An object's name begins with the hour since the epoch at which it may go, so that sweeping looks at no objects; one
 * that begins with `kept` stays until it is removed.
 */
export class FolderStore {
  readonly #dir: string;
  readonly #incoming: string;
  readonly #newId: NewId;
  #lastShelf: string | undefined;

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

  /** The name of an object to come; it stays at least until `keepUntil`, in milliseconds, or until it is removed. */
  newName(keepUntil?: number): string {
    const shelf = keepUntil === undefined ? 'kept' : String(Math.ceil(keepUntil / hourMs));
    return `${shelf}-${this.#newId()}`;
  }

  /** Moves `file` in under a name of {@link newName}; when this returns it is on the disk. */
  async put(file: string, name: string): Promise<void> {
    const place = this.#placeOf(name);
    if (!place) throw new Error(`${name} is no name of an object`);
    const shelf = path.dirname(place);
    if (this.#lastShelf !== shelf) await this.#makeShelf(shelf);
    await this.#move(file, place, path.basename(place));
    // Nobody was told its name yet, so the order in which the two reach the disk does not matter.
    await Promise.all([sync(place), sync(shelf)]);
  }

  /** Lays an object out as `file`, without copying it where it lies on the same disk; who reads it must not write it. */
  async fetch(name: string, file: string): Promise<void> {
    const place = this.#placeOf(name);
    if (!place) throw new Error(`${name} is no name of an object`);
    await link(place, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await copyFile(place, file, constants.COPYFILE_FICLONE);
    });
  }

  async #makeShelf(shelf: string): Promise<void> {
    if (await mkdir(shelf, { recursive: true, mode: 0o700 })) await sync(this.#dir);
    this.#lastShelf = shelf;
  }

  /** Undefined when there is no object of this name. The caller reads it or closes it. */
  async open(name: string): Promise<StoredObject | undefined> {
    const place = this.#placeOf(name);
    if (!place) return undefined;
    let handle: FileHandle;
    try {
      handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const { size } = await handle.stat();
    const read = (range = { start: 0, end: size - 1 }) => readChunks(handle, range);
    return { size, read, close: () => handle.close() };
  }

  async remove(name: string): Promise<void> {
    const place = this.#placeOf(name);
    if (place) await rm(place, { force: true });
  }

  /** Removes the objects whose time is over at `now`, and what was never put in whole. */
  async sweep(now: number): Promise<void> {
    for (const shelf of await readdir(this.#dir)) {
      if (/^\d+$/.test(shelf) && Number(shelf) * hourMs <= now) {
        await rm(path.join(this.#dir, shelf), { recursive: true, force: true });
      }
    }
    for (const id of await readdir(this.#incoming)) {
      const left = path.join(this.#incoming, id);
      const since = await stat(left).catch(() => undefined);
      if (since && since.mtimeMs < now - abandonedMs) await rm(left, { force: true });
    }
  }

  /** From another file system by way of a copy on this one, so that it never stands there half. */
  async #move(file: string, place: string, id: string): Promise<void> {
    try {
      await rename(file, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      const copy = path.join(this.#incoming, id);
      await copyFile(file, copy, constants.COPYFILE_FICLONE);
      await rename(copy, place);
    }
  }

  #placeOf(name: string): string | undefined {
    const [, hour, id] = objectName.exec(name) ?? [];
    return hour && id ? path.join(this.#dir, hour, id) : undefined;
  }
}

/** What was written to a file, or into a folder, is on the disk when this returns. */
async function sync(place: string): Promise<void> {
  const handle = await open(place, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
