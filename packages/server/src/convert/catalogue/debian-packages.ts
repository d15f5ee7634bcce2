/**
 * Names of the packages in `script/packages` for each Debian release and its derivatives, and the packages that setup
 * leaves out on this machine.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface DebianPackage {
  /** Name of the package in the newest release of Debian, which engine declarations use. */
  name: string;
  /** Group of packages that `ENGINES_WITHOUT` leaves out together. */
  part: string;
  roles: readonly string[];
  /**
   * Names of the package in other Debian releases, by codename. The name `-` means that a release does not have the
   * package.
   */
  names: Readonly<Record<string, string>>;
}

/** Parses a list in the format of `script/packages`. */
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

/**
 * Returns the codename of the release that defines the package names of this machine. Returns an empty string if the
 * codename is unknown. `osRelease` is the content of `/etc/os-release`.
 */
export function codenameIn(osRelease: string): string {
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(osRelease)?.[1];
  return field('UBUNTU_CODENAME') ?? field('DEBIAN_CODENAME') ?? field('VERSION_CODENAME') ?? '';
}

export class DebianPackages {
  readonly #rows: ReadonlyMap<string, DebianPackage>;
  readonly #codename: string;
  readonly #leftOut: ReadonlySet<string>;
  readonly #role: string;

  /**
   * `leftOut` lists the package groups that setup skipped. Packages that `role` does not need also count as skipped.
   */
  constructor(rows: readonly DebianPackage[], codename: string, leftOut: readonly string[], role = 'full') {
    this.#rows = new Map(rows.map((row) => [row.name, row]));
    this.#codename = codename;
    this.#leftOut = new Set(leftOut);
    this.#role = role;
  }

  /** Reads the package list of the project in `root`, for the release and the setup of this machine. */
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

  /**
   * Returns the package's name in this release, or undefined if this release does not have the package. `name` is the
   * package's name in the newest release.
   */
  nameHere(name: string): string | undefined {
    const here = this.#rows.get(name)?.names[this.#codename] ?? name;
    return here === '-' ? undefined : here;
  }

  /** Whether setup left out the package, because of its package group or because the role does not need it. */
  isLeftOut(name: string): boolean {
    const row = this.#rows.get(name);
    if (row === undefined) return false;
    const isOfRole = this.#role === 'full' || ['all', this.#role].some((role) => row.roles.includes(role));
    return !isOfRole || this.#leftOut.has(row.part);
  }
}
