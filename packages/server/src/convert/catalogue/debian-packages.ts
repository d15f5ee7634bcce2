/** What Debian and its relatives call the packages of `script/packages`, release by release, and which are left out here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface DebianPackage {
  /** Its name in the newest release, by which engines name it. */
  name: string;
  /** What `ENGINES_WITHOUT` leaves out together. */
  part: string;
  roles: readonly string[];
  /** Other releases' names by their codenames; `-` where they have none. */
  names: Readonly<Record<string, string>>;
}

/** The rows of a list like `script/packages`. */
export function readPackages(text: string): DebianPackage[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', part = '', roles = '', ...names] = line.split(/ +/);
      return { name, part, roles: roles.split(','), names: Object.fromEntries(names.map(release)) };
    });
}

function release(word: string): [codename: string, name: string] {
  const [codename = '', name = ''] = word.split('=');
  return [codename, name];
}

/** The codename of the release whose names hold here, from the text of `/etc/os-release`; empty where it gives none. */
export function codenameIn(osRelease: string): string {
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(osRelease)?.[1];
  return field('UBUNTU_CODENAME') ?? field('DEBIAN_CODENAME') ?? field('VERSION_CODENAME') ?? '';
}

export class DebianPackages {
  readonly #rows: ReadonlyMap<string, DebianPackage>;
  readonly #codename: string;
  readonly #leftOut: ReadonlySet<string>;
  readonly #role: string;

  /** `leftOut` are parts; a `role` leaves out what it has no use for. */
  constructor(rows: readonly DebianPackage[], codename: string, leftOut: readonly string[], role = 'full') {
    this.#rows = new Map(rows.map((row) => [row.name, row]));
    this.#codename = codename;
    this.#leftOut = new Set(leftOut);
    this.#role = role;
  }

  /** Those of the project below `root`, on this machine. */
  static of(root: string): DebianPackages {
    const read = (file: string) => {
      try {
        return readFileSync(path.resolve(root, file), 'utf8');
      } catch {
        return '';
      }
    };
    const leftOut = read('.setup/without').trim().split(',');
    return new DebianPackages(
      readPackages(read('script/packages')),
      codenameIn(read('/etc/os-release')),
      leftOut,
      read('.setup/role').trim() || 'full',
    );
  }

  /** What this release calls the package that the newest calls `name`; undefined where it has none. */
  nameHere(name: string): string | undefined {
    const here = this.#rows.get(name)?.names[this.#codename] ?? name;
    return here === '-' ? undefined : here;
  }

  /** Whether its part or the role left it out when the machine was set up. */
  isLeftOut(name: string): boolean {
    const row = this.#rows.get(name);
    if (row === undefined) return false;
    const isOfRole = this.#role === 'full' || ['all', this.#role].some((role) => row.roles.includes(role));
    return !isOfRole || this.#leftOut.has(row.part);
  }
}
