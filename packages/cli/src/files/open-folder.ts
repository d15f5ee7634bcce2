/** An open folder inside a base folder that the user specified. No link inside the base folder is followed. */
import { existsSync } from 'node:fs';
import { constants, lstat, mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { KeptError } from './kept-error.ts';

/** Location of a file inside a base folder. */
export interface Place {
  /** Base folder, specified by the user. Symbolic links in the path of the base folder are followed. */
  base: string;
  /** Path of the file relative to the base folder. */
  below: string;
}

export const pathOf = ({ base, below }: Place) => path.join(base, below);

/** Returns the location of a file that the user specified. */
export const placeOf = (file: string): Place => ({ base: path.dirname(file), below: path.basename(file) });

/**
 * The Linux flag `O_PATH`. With `O_PATH`, a process can open a folder even if it has no permission to list the folder.
 * Node has no constant for `O_PATH`.
 */
const openPath = 0o10000000;

/**
 * In the folder /proc/self/fd, Linux has one entry for each open file and folder of the process. A path that begins
 * with the entry of an open folder still refers to that folder after the folder is renamed or replaced. Node's file
 * functions accept a path that begins with an entry of /proc/self/fd.
 */
const openFiles = '/proc/self/fd';

export class OpenFolder implements AsyncDisposable {
  readonly path: string;
  readonly #handle: FileHandle | undefined;

  private constructor(folder: string, handle: FileHandle | undefined) {
    this.path = folder;
    this.#handle = handle;
  }

  /**
   * Opens the folder of `place`. Creates the folder if it does not exist. Throws `KeptError` if a path below the base
   * folder contains a link. If `byHandle` is false, files are opened by their usual path, and links that are created
   * after this call are followed.
   */
  static async of(place: Place, byHandle = existsSync(openFiles)): Promise<OpenFolder> {
    await mkdir(place.base, { recursive: true });
    let folder = new OpenFolder(place.base, byHandle ? await open(place.base, openPath) : undefined);
    try {
      for (const name of path.dirname(place.below).split(path.sep)) {
        if (name === '.') continue;
        const inner = await folder.#inner(name);
        await folder[Symbol.asyncDispose]();
        folder = inner;
      }
      return folder;
    } catch (error) {
      const named = folder.named(error);
      await folder[Symbol.asyncDispose]();
      throw named;
    }
  }

  /** Returns the path of a file in this folder, for functions of `node:fs`. */
  at(name: string): string {
    return path.join(this.#handle ? `${openFiles}/${this.#handle.fd}` : this.path, name);
  }

  /** Replaces the path below `/proc/self/fd` in the error with the usual path of this folder, and returns the error. */
  named(error: unknown): unknown {
    if (!(error instanceof Error) || !this.#handle) return error;
    const prefix = `${openFiles}/${this.#handle.fd}`;
    for (const field of ['path', 'dest', 'message'] as const) {
      const value = (error as unknown as Record<string, unknown>)[field];
      if (typeof value === 'string')
        Object.defineProperty(error, field, {
          value: value.replaceAll(prefix, this.path),
          configurable: true,
        });
    }
    return error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }

  /** Opens a folder inside this folder. */
  async #inner(name: string): Promise<OpenFolder> {
    const folder = path.join(this.path, name);
    await mkdir(this.at(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!this.#handle) {
      if ((await lstat(folder)).isSymbolicLink()) throw linkRefused(folder);
      return new OpenFolder(folder, undefined);
    }
    const flags = openPath | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    const handle = await open(this.at(name), flags).catch(async (error: unknown) => {
      const found = await lstat(this.at(name)).catch(() => undefined);
      throw found?.isSymbolicLink() ? linkRefused(folder) : error;
    });
    return new OpenFolder(folder, handle);
  }
}

const linkRefused = (folder: string) =>
  new KeptError(`${folder} is a link, and files are not written through links.`);
