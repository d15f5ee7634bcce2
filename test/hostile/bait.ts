/** Canaries laid out for one case each, so that every touch of one names the case that did it. */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { plainPng } from './bytes/png.ts';
import type { Bait, HostileCase } from './case.ts';

/** A colour that no conversion comes to by itself. */
export const canaryColour = [203, 17, 141] as const;

/** Where nothing is temporary; the run has put a file system of its own there. */
const outside = '/srv';

/** Long ago, so that a reader's access time shows on every kind of mount. */
const before = new Date('2001-01-01');

/** The port at which somebody listens who is not the server. */
export const canaryPort = 8099;

export class BaitShop {
  readonly #dirs: { outside: string; temp: string };

  private constructor(dirs: { outside: string; temp: string }) {
    this.#dirs = dirs;
  }

  /** Lays it out below `/srv` and below `temp`. */
  static async open(temp: string): Promise<BaitShop> {
    const dirs = { outside, temp };
    for (const dir of Object.values(dirs)) {
      await mkdir(path.join(dir, 'canaries'), { recursive: true });
      await mkdir(path.join(dir, 'markers'), { recursive: true, mode: 0o777 });
    }
    return new BaitShop(dirs);
  }

  async lay(name: string): Promise<Bait> {
    const canaries: string[] = [];
    const token = `canary-of-${name}`;
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
    return {
      ...{ token, text, picture, tempText, tempPicture },
      url: `http://127.0.0.1:${canaryPort}/${name}/`,
      metadata: `http://169.254.169.254/${name}/`,
      host: `${name}.hostile.test`,
      marker: path.join(this.#dirs.outside, 'markers', name),
      tempMarker: path.join(this.#dirs.temp, 'markers', name),
    };
  }

  /**
   * What has happened to the bait of a case, in words; the access times are looked at but not changed. Whoever tries to
   * run something has it make a file.
   */
  async touched({ name, kind }: Pick<HostileCase, 'name' | 'kind'>, bait: Bait): Promise<string[]> {
    const found: string[] = [];
    const made = kind === 'code' ? kind : 'write';
    for (const file of [bait.text, bait.picture, bait.tempText, bait.tempPicture]) {
      const { atime } = existsSync(file) ? await stat(file) : { atime: undefined };
      if (atime === undefined) found.push(`write: ${file} is gone`);
      else if (atime.getTime() !== before.getTime()) found.push(`read: ${file} was opened`);
    }
    for (const marker of [bait.marker, bait.tempMarker]) {
      const entries = await readdir(path.dirname(marker));
      found.push(
        ...entries.filter((entry) => belongs(entry, name)).map((entry) => `${made}: ${entry} was made`),
      );
    }
    return found;
  }

  /** Proves that an access shows: reads one canary and looks. */
  async seesReads(): Promise<boolean> {
    const bait = await this.lay('self-test');
    await Promise.all([bait.text, bait.tempText].map((file) => readFile(file)));
    return (await this.touched({ name: 'self-test', kind: 'read' }, bait)).length === 2;
  }
}

/** `name` itself, or with what a tool put behind it. */
const belongs = (entry: string, name: string) => entry === name || entry.startsWith(`${name}.`);
