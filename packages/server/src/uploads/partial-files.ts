/** The files of resumable uploads while they are incomplete: each is as long as what was received of it. */
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

  /** `id` is one of ours. */
  pathOf(id: string): string {
    return path.join(this.#dir, id);
  }

  /** An empty one. */
  async create(id: string): Promise<void> {
    await (await open(this.pathOf(id), 'wx', 0o600)).close();
  }

  /** Bytes; undefined where there is none. */
  async sizeOf(id: string): Promise<number | undefined> {
    const found = await stat(this.pathOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return found?.size;
  }

  /** A second name of the file, which can be moved away while the first stays. */
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
