/** Reads versions, changelogs and available updates of installed packages from dpkg and apt. Uses no network. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { codenameIn } from '../catalogue/debian-packages.ts';
import { npmVersion } from '../catalogue/engine-versions.ts';
import { readInstalledVersions } from '../catalogue/installed-versions.ts';
import type { Advisory, InstalledPackage } from './advisory.ts';

/** Reads installed packages. Tests replace this reader. */
export interface PackageReader {
  debian: (names: readonly string[]) => Promise<ReadonlyMap<string, InstalledPackage>>;
  npm: (name: string) => InstalledPackage | undefined;
}

export const machinePackages: PackageReader = { debian: debianPackages, npm: npmPackage };

async function debianPackages(names: readonly string[]): Promise<ReadonlyMap<string, InstalledPackage>> {
  const versions = await readInstalledVersions();
  const here = names.filter((name) => versions.has(name));
  const candidates = await candidatesOf(here);
  const found = new Map<string, InstalledPackage>();
  // Reads one changelog at a time, because some unpack to several megabytes.
  for (const name of here) {
    const named = await namedInChangelog(name);
    found.set(name, { name, version: versions.get(name) ?? '', candidate: candidates.get(name), named });
  }
  return found;
}

/** Returns the version that apt would install for each package, or an empty map if apt is missing. */
async function candidatesOf(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const options = { env, maxBuffer: 16 * 1024 * 1024 };
  return promisify(execFile)('apt-cache', ['policy', ...names], options).then(
    ({ stdout }) => candidatesIn(stdout),
    () => new Map<string, string>(),
  );
}

/** Parses the output of `apt-cache policy`. */
export function candidatesIn(policy: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let name = '';
  for (const line of policy.split('\n')) {
    if (/^\S.*:$/.test(line)) name = line.slice(0, -1);
    const candidate = /^ {2}Candidate: (\S+)$/.exec(line)?.[1];
    if (candidate !== undefined && candidate !== '(none)') found.set(name, candidate);
  }
  return found;
}

/**
 * Returns the ids of the CVEs and GHSAs in the changelog of a package. Returns undefined if the changelog is missing,
 * as on machines that install packages without documentation.
 */
async function namedInChangelog(name: string): Promise<ReadonlySet<string> | undefined> {
  for (const file of ['changelog.Debian.gz', 'changelog.gz']) {
    const packed = await readFile(path.join('/usr/share/doc', name, file)).catch(() => undefined);
    if (packed) return advisoryNumbers((await promisify(gunzip)(packed)).toString('latin1'));
  }
  return undefined;
}

/** Returns the ids of the CVEs and GHSAs in `text`. */
export const advisoryNumbers = (text: string): ReadonlySet<string> =>
  new Set(text.match(/\bCVE-\d{4}-\d{4,}|\bGHSA(?:-[0-9a-z]{4}){3}/g));

function npmPackage(name: string): InstalledPackage | undefined {
  const version = npmVersion(name);
  return version === undefined ? undefined : { name, version, named: new Set() };
}

/** Returns the codename of this machine's release, or an empty string. */
export function releaseCodename(): string {
  try {
    return codenameIn(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return '';
  }
}

/** Returns the names of all Debian packages that the advisories examine. */
export const debianNames = (advisories: readonly Advisory[]): string[] => [
  ...new Set(advisories.flatMap(({ packages }) => ('npm' in packages ? [] : packages))),
];
