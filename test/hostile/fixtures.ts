/**
 * Creates the canaries of each case: files that no conversion may read. If a canary is opened, its path identifies the
 * case.
 */
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { run } from '../samples/run.ts';
import { plainPng } from './bytes/png.ts';
import type { Fixtures, HostileCase } from './case.ts';
import {
  canaryFolder,
  folderLocations,
  isFolderLocation,
  isKernelLocation,
  isOverlaid,
  kernelFile,
  rootFile,
  rootLocations,
  type Aim,
  type FolderLocation,
  type Location,
} from './locations.ts';
import { OpenedFiles } from './tripwires/opened-files.ts';

/**
 * The colour of the canary pictures. A result contains the canary colour only if the conversion has read a canary
 * picture.
 */
export const canaryColour = [203, 17, 141] as const;

/** A folder outside all temporary folders. test/hostile/alone mounts a separate file system at this folder. */
const outside = '/srv';

/**
 * Access time of new canary files. The access time is in the past, so that an access changes it on every kind of mount.
 */
const before = new Date('2001-01-01');

/** Port of the listener for the URLs in hostile files. */
export const canaryPort = 8099;

/**
 * The text in the canary files in the project's root folder. All cases share the canary files of the project's root
 * folder.
 */
export const rootToken = 'canary-of-the-project';

/** The folder of input files in a sandbox. The command lines of engines contain the path of this folder. */
const jobFolder = sandboxPaths.input;

/**
 * Which objects exist at the paths of a case's canary files: the canary files, no objects, or folders with the names of
 * the canary files.
 */
export type Laid = 'files' | 'nothing' | 'folders';

type Named = Pick<HostileCase, 'name' | 'kind' | 'location'>;

export class FixtureFolder {
  readonly #dirs: { outside: string; temp: string };
  readonly #data: string;
  readonly #locations: ReadonlySet<FolderLocation>;
  readonly #opened: OpenedFiles;

  private constructor(
    dirs: { outside: string; temp: string },
    data: string,
    locations: ReadonlySet<FolderLocation>,
    opened: OpenedFiles,
  ) {
    this.#dirs = dirs;
    this.#data = data;
    this.#locations = locations;
    this.#opened = opened;
  }

  /**
   * Creates the folders for canary files: below `/srv`, below `temp`, in the server's data folder `data`, and in
   * every folder of `folderLocations` over which test/hostile/alone has mounted an overlay.
   */
  static async open(temp: string, data = path.join(temp, 'data')): Promise<FixtureFolder> {
    const dirs = { outside, temp };
    for (const dir of Object.values(dirs)) {
      await mkdir(path.join(dir, 'canaries'), { recursive: true });
      await mkdir(path.join(dir, 'markers'), { recursive: true, mode: 0o777 });
    }
    await mkdir(path.join(data, 'canaries'), { recursive: true });
    const here = folderLocations.filter((location) => isOverlaid(canaryFolder(location).host));
    for (const location of here) await makeKeepingTime(canaryFolder(location).host);
    for (const file of rootLocations.map((location) => rootFile(location).host).filter(isOverlaid))
      await writeFile(file, `{"name":"${rootToken}"}\n`);
    const opened = await OpenedFiles.watch([
      path.join(data, 'canaries'),
      ...here.map((location) => canaryFolder(location).host),
    ]);
    return new FixtureFolder(dirs, data, new Set(here), opened);
  }

  /**
   * Returns whether cases with the location `location` can run on this machine. A folder without an overlay cannot
   * contain canary files.
   */
  has(location: Location): boolean {
    return !isFolderLocation(location) || this.#locations.has(location);
  }

  /** Creates the canary files of a case, including the canary files at the case's `location`. */
  async lay(name: string, location?: Location): Promise<Fixtures> {
    const canaries: string[] = [];
    const token = tokenOf(name);
    for (const dir of Object.values(this.#dirs)) {
      const folder = path.join(dir, 'canaries', name);
      await mkdir(folder, { recursive: true });
      for (const [file, content] of [
        ['canary.txt', `${token}\n`],
        ['canary.png', plainPng(64, 64, canaryColour)],
      ] as const) {
        canaries.push(path.join(folder, file));
        await writeFile(path.join(folder, file), content, { mode: 0o644 });
        await utimes(path.join(folder, file), before, new Date());
      }
    }
    const [text = '', picture = '', tempText = '', tempPicture = ''] = canaries;
    if (location) await this.layAt(name, location, 'files');
    return {
      ...{ token, text, picture, tempText, tempPicture },
      aim: location ? this.#aim(name, location) : { text, picture },
      url: `http://127.0.0.1:${canaryPort}/${name}/`,
      metadata: `http://169.254.169.254/${name}/`,
      host: `${name}.hostile.test`,
      marker: path.join(this.#dirs.outside, 'markers', name),
      tempMarker: path.join(this.#dirs.temp, 'markers', name),
    };
  }

  /**
   * Removes the case's canary files at `location`. Replaces the removed files with new files, with folders or with
   * nothing, as `laid` specifies.
   */
  async layAt(name: string, location: Location, laid: Laid): Promise<void> {
    const { text, picture } = this.#spots(name, location);
    for (const file of [text, picture].filter(Boolean)) {
      await rm(file, { recursive: true, force: true });
      if (laid === 'folders') await mkdir(file);
      if (laid === 'files')
        await writeFile(file, file === text ? `${tokenOf(name)}\n` : plainPng(64, 64, canaryColour));
      await this.#opened.forget(file);
    }
  }

  /** Discards the recorded accesses to the canary files at the location that the case tries to read. */
  async forget({ name, location }: Named): Promise<void> {
    if (!location) return;
    const { text, picture } = this.#spots(name, location);
    for (const file of [text, picture]) await this.#opened.forget(file);
  }

  /**
   * Returns a fault for each canary file of the case that was opened or removed, and for each marker file that
   * exists. Hostile code and hostile paths try to create the marker files. Does not change the access times of the
   * canary files.
   */
  async touched({ name, kind, location }: Named, fixtures: Fixtures): Promise<string[]> {
    const found: string[] = [];
    const made = kind === 'code' ? kind : 'write';
    for (const file of [fixtures.text, fixtures.picture, fixtures.tempText, fixtures.tempPicture]) {
      const { atime } = existsSync(file) ? await stat(file) : { atime: undefined };
      if (atime === undefined) found.push(`write: ${file} is gone`);
      else if (atime.getTime() !== before.getTime()) found.push(`read: ${file} was opened`);
    }
    if (location && !(isFolderLocation(location) && canaryFolder(location).scanned)) {
      const { text, picture } = this.#spots(name, location);
      for (const file of [text, picture]) {
        if (await this.#opened.has(file)) found.push(`read: ${file} was opened`);
      }
    }
    for (const marker of [fixtures.marker, fixtures.tempMarker]) {
      const entries = await readdir(path.dirname(marker));
      found.push(
        ...entries.filter((entry) => belongs(entry, name)).map((entry) => `${made}: ${entry} was made`),
      );
    }
    return found;
  }

  /**
   * Reads one canary file below `/srv`, one below the temporary folder and one in the data folder. Returns whether the
   * 3 reads were detected.
   */
  async seesReads(): Promise<boolean> {
    const case_ = { name: 'self-test', kind: 'read', location: 'server-data' } as const;
    const fixtures = await this.lay(case_.name, case_.location);
    await Promise.all([fixtures.text, fixtures.tempText, fixtures.aim.text].map((file) => readFile(file)));
    return (await this.touched(case_, fixtures)).length === 3;
  }

  /**
   * Returns the strings that no result of this case may contain: the `common` secrets and the token in the case's
   * canary files. A case that tries to read the command line of a process gets one more string: a path that command
   * lines contain. For a case that refers to the server's data folder, the path of this folder is allowed, because the
   * hostile file itself contains the path.
   */
  secretsFor({ location }: Named, { token }: Fixtures, common: readonly string[]): string[] {
    const own = location === 'command' ? [jobFolder] : [];
    const named = location === 'server-data' ? [this.#data] : [];
    return [token, ...common.filter((secret) => !named.includes(secret)), ...own];
  }

  close(): void {
    this.#opened.close();
  }

  /**
   * Returns the host paths of the case's canary files at `location`. Returns empty paths if all cases share the files
   * at `location`.
   */
  #spots(name: string, location: Location): Aim {
    if (location === 'server-data') return pair(path.join(this.#data, 'canaries'), name);
    return isFolderLocation(location) ? pair(canaryFolder(location).host, name) : { text: '', picture: '' };
  }

  /**
   * Returns the two paths with which a hostile file refers to the location. For a shared folder, both paths are inside
   * a sandbox: the path of a text file and the path of a picture. For the server's data folder, both paths are paths on
   * the host. For a file in the project's root, both paths lead to the same file: `text` is the file's path inside a
   * sandbox, and `picture` is the file's path on the host. For a file of the kernel, `text` and `picture` are the same
   * path.
   */
  #aim(name: string, location: Location): Aim {
    if (location === 'server-data') return this.#spots(name, location);
    if (isFolderLocation(location)) return pair(canaryFolder(location).sandbox, name);
    if (isKernelLocation(location)) return { text: kernelFile(location), picture: kernelFile(location) };
    const { host, sandbox } = rootFile(location);
    return { text: sandbox, picture: host };
  }
}

const pair = (folder: string, name: string): Aim => ({
  text: path.join(folder, `${name}.txt`),
  picture: path.join(folder, `${name}.png`),
});

const tokenOf = (name: string) => `canary-of-${name}`;

/**
 * Creates a folder without changing the modification time of its parent folder, because fontconfig rereads a folder
 * after a change of its modification time.
 */
async function makeKeepingTime(folder: string): Promise<void> {
  const [parent, kept] = [path.dirname(folder), path.join(outside, 'time')];
  await writeFile(kept, '');
  await run('/usr/bin/touch', ['--reference', parent, kept]);
  await mkdir(folder, { recursive: true });
  await run('/usr/bin/touch', ['--reference', kept, parent]);
}

/** Returns whether the entry is `name`, or `name` with a suffix added by a tool. */
const belongs = (entry: string, name: string) => entry === name || entry.startsWith(`${name}.`);
