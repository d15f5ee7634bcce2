/** Versions of the Debian packages on this machine, from the database of dpkg. */
import { readFileSync } from 'node:fs';

const statusFile = '/var/lib/dpkg/status';

/** Returns undefined if the package is not installed or there is no dpkg. */
export function installedVersion(name: string, status: string = readStatus()): string | undefined {
  const paragraph = status.split('\n\n').find((one) => one.startsWith(`Package: ${name}\n`));
  return paragraph && /^Version: (.+)$/m.exec(paragraph)?.[1];
}

function readStatus(): string {
  try {
    return readFileSync(statusFile, 'utf8');
  } catch {
    return '';
  }
}

/** Compares upstream version numbers and ignores Debian's epoch and revision. */
export function isAtLeast(version: string | undefined, lowest: string): boolean {
  if (version === undefined) return false;
  const [here, least] = [numbersOf(version), numbersOf(lowest)];
  const differing = least.findIndex((number, n) => number !== (here[n] ?? 0));
  return differing < 0 || (here[differing] ?? 0) > (least[differing] ?? 0);
}

function numbersOf(version: string): number[] {
  const [upstream = ''] = version.replace(/^\d+:/, '').split(/[^\d.]/);
  return upstream.split('.').map(Number);
}
