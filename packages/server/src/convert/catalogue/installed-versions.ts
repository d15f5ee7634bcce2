/** Versions of the Debian packages on this machine, from the database of dpkg. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { compareVersions, upstreamVersion } from './debian-version.ts';

const statusFile = '/var/lib/dpkg/status';

/** Returns the version of a Debian package, or undefined if the package is not installed or dpkg is missing. */
export function installedVersion(name: string, status: string = readStatus()): string | undefined {
  const paragraph = paragraphsOf(status).find((one) => one.startsWith(`Package: ${name}\n`));
  return paragraph === undefined ? undefined : versionIn(paragraph);
}

/** Returns the versions of all installed packages by name, or an empty map if dpkg is missing. */
export async function readInstalledVersions(): Promise<ReadonlyMap<string, string>> {
  return installedVersions(await readFile(statusFile, 'utf8').catch(() => ''));
}

/** Returns the versions of the installed packages by name, from the content of dpkg's database. */
export function installedVersions(status: string): ReadonlyMap<string, string> {
  return new Map(
    paragraphsOf(status).flatMap((paragraph) => {
      const [name, version] = [/^Package: (.+)$/m.exec(paragraph)?.[1], versionIn(paragraph)];
      return name !== undefined && version !== undefined ? [[name, version] as const] : [];
    }),
  );
}

const paragraphsOf = (status: string) => status.split('\n\n');

/**
 * Status of a package that was removed. In dpkg's status file, the paragraph of a removed package still contains a
 * version.
 */
const removed = /^Status: .* (?:not-installed|config-files)$/m;

const versionIn = (paragraph: string) =>
  removed.test(paragraph) ? undefined : /^Version: (.+)$/m.exec(paragraph)?.[1];

function readStatus(): string {
  try {
    return readFileSync(statusFile, 'utf8');
  } catch {
    return '';
  }
}

/** Whether the upstream part of a package's version is at least `lowest`. */
export function isAtLeast(version: string | undefined, lowest: string): boolean {
  return version !== undefined && compareVersions(upstreamVersion(version), lowest) >= 0;
}
