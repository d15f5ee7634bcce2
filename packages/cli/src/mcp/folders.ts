/**
 * The folders in which the MCP tools may read and write files (open folders). Resolves paths, including symbolic links,
 * and rejects paths outside the open folders.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '../files/open-folder.ts';
import { badArgument } from './tool-failure.ts';

/** Describes to agents which files the tools can access. */
export const fileRule =
  'Files can be read and written only in the open folders: the folders given to "protean mcp", or by default the roots of this client. Relative paths start at an open folder. Links are resolved first. Existing files are replaced only with overwrite.';

export interface SourceFile {
  /** Path of the file, with all links resolved. */
  file: string;
  /** The open folder that contains the file. */
  root: string;
  size: number;
}

export class Folders {
  readonly #folders: readonly string[];

  private constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Returns an instance with the folders in `named`. Omits folders that do not exist. */
  static async open(named: readonly string[]): Promise<Folders> {
    const found = await Promise.all(named.map((folder) => realpath(folder).catch(() => undefined)));
    return new Folders(found.filter((folder) => folder !== undefined));
  }

  /**
   * Returns the regular file at `given`, which is an absolute path, or a path relative to one of the folders. Throws
   * `ToolFailure`.
   */
  async source(given: string): Promise<SourceFile> {
    this.#requireAny('path');
    for (const candidate of this.#meanings(given)) {
      const file = await realpath(candidate).catch(() => undefined);
      if (file === undefined) continue;
      const root = this.#folderOf(file);
      if (root === undefined) throw this.#outside('path');
      const stats = await stat(file);
      if (!stats.isFile()) throw badArgument('path', `"path" is not a regular file: ${given}.`);
      if (stats.size === 0) throw badArgument('path', `The file is empty: ${given}.`);
      return { file, root, size: stats.size };
    }
    // A path outside the folders always gets the same error, which does not reveal whether the file exists.
    if (!this.#meanings(given).some((candidate) => this.#contain(path.resolve(candidate))))
      throw this.#outside('path');
    throw badArgument('path', `File not found: ${given} in ${this.#listed}.`);
  }

  /**
   * Returns the absolute path for a result. `given` is absolute, or relative to the open folder `root` (default: the
   * first folder). Throws `ToolFailure`.
   */
  async output(given: string, root: string | undefined): Promise<string> {
    this.#requireAny('output_path');
    const wanted = path.resolve(root ?? this.#folders[0] ?? '/', given);
    const name = path.basename(wanted);
    const folder = await realpath(path.dirname(wanted)).catch(() => undefined);
    if (name === '' || given.endsWith(path.sep))
      throw badArgument('output_path', '"output_path" must be the path of a file.');
    if (folder === undefined || !this.#contain(folder)) {
      if (!this.#contain(path.dirname(wanted))) throw this.#outside('output_path');
      throw badArgument(
        'output_path',
        `The folder of "output_path" does not exist: ${path.dirname(wanted)}.`,
      );
    }
    return path.join(folder, name);
  }

  /**
   * Returns the location of a file or folder, relative to the open folder that contains it. Opening the location does
   * not follow symbolic links below the open folder. If no open folder contains the file, the returned location is
   * relative to the parent folder of the file.
   */
  place(file: string): Place {
    const base = this.#folderOf(file) ?? path.dirname(file);
    return { base, below: path.relative(base, file) };
  }

  #meanings(given: string): string[] {
    return path.isAbsolute(given) ? [given] : this.#folders.map((folder) => path.join(folder, given));
  }

  #contain(file: string): boolean {
    return this.#folderOf(file) !== undefined;
  }

  #folderOf(file: string): string | undefined {
    return this.#folders.find((folder) => isWithin(folder, file));
  }

  get #listed(): string {
    return this.#folders.join(', ');
  }

  #requireAny(field: string): void {
    if (this.#folders.length > 0) return;
    throw badArgument(
      field,
      `No folder is open to these tools, so "${field}" cannot be used. Configure folders with: protean mcp DIR…`,
    );
  }

  #outside(field: string) {
    return badArgument(field, `"${field}" must be in one of the open folders: ${this.#listed}.`);
  }
}

function isWithin(folder: string, file: string): boolean {
  const within = path.relative(folder, file);
  return within === '' || (!path.isAbsolute(within) && within.split(path.sep)[0] !== '..');
}
