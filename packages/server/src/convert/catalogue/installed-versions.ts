/** The versions of Debian packages on this machine, as dpkg keeps them. */
import { readFileSync } from 'node:fs';

const statusFile = '/var/lib/dpkg/status';

/** Undefined where the package is not installed, or dpkg is not there. */
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

/** Compares by the numbers of the program's own version; Debian's epoch and revision are left aside. */
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
