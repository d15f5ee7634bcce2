/** Files of incomplete resumable uploads. The size of a file is the number of received bytes. */
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';

export class PartialFiles {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(dir: string): Promise<PartialFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new PartialFiles(dir);
  }

  /** Returns the path of the partial file of an upload. `id` must have been created by this service. */
  pathOf(id: string): string {
    return path.join(this.#dir, id);
  }

  /** Creates an empty file. */
  async create(id: string): Promise<void> {
    await (await open(this.pathOf(id), 'wx', 0o600)).close();
  }

  /** Returns the size in bytes, or undefined if the file does not exist. */
  async sizeOf(id: string): Promise<number | undefined> {
    const found = await stat(this.pathOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return found?.size;
  }

  /**
   * Creates a second name (hard link) for the file and returns its path. If the file is moved to another folder under
   * its second name, its first name still exists.
   */
  async linkOf(id: string): Promise<string> {
    const name = `${this.pathOf(id)}.complete`;
    await rm(name, { force: true });
    await link(this.pathOf(id), name);
    return name;
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
    await rm(`${this.pathOf(id)}.complete`, { force: true });
  }
}
