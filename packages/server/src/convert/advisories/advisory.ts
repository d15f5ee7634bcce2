/** A row of the list of advisories, and its status on a machine. */
import { compareVersions, upstreamVersion } from '../catalogue/debian-version.ts';

export interface Advisory {
  /** Id of the CVE or GHSA. */
  id: string;
  aliases?: readonly string[];
  /** Debian source package, or the npm package. */
  source: string;
  /**
   * Debian binary packages with the affected code, or one npm package. Package names of newer Debian releases come
   * first. Only the first package in this list that is installed is examined.
   */
  packages: readonly string[] | { npm: string };
  /**
   * First fixed upstream versions, the highest first. `['8.1.2', '7.1.5']` means that the fix is in 8.1.2 and all later
   * versions, and in branch 7.1 from 7.1.5 on. The list is empty if only the fixed versions of Debian packages are
   * known.
   */
  fixedIn: readonly string[];
  /** First affected upstream version, if earlier versions do not contain the affected code. */
  since?: string;
  /** Debian versions that are known to contain the fix, by codename. */
  debian?: Readonly<Record<string, string>>;
  /** Source formats with which a file can reach the affected code. */
  formats: readonly string[];
  /**
   * Reason why no file reaches the affected code in Protean. If a reason is given, the status of an unfixed advisory is
   * `blocked`.
   */
  blocked?: string;
  /** Effect of a crafted file, in a few words. */
  effect: string;
  url: string;
}

/** Status of an advisory on a machine, worst first. */
export const advisoryStatuses = [
  'update_available',
  'open',
  'unknown',
  'disabled',
  'blocked',
  'fixed_by_debian',
  'fixed',
  'not_affected',
  'not_installed',
] as const;

export type AdvisoryStatus = (typeof advisoryStatuses)[number];

/** A package on this machine. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** The version that apt would install, from its local lists. Undefined if apt's lists do not contain the package. */
  candidate?: string | undefined;
  /** Ids of the CVEs and GHSAs in Debian's changelog of the package. Undefined if the changelog is not installed. */
  named?: ReadonlySet<string> | undefined;
}

export interface Machine {
  /** Codename of the machine's Debian release, such as `trixie`. */
  codename: string;
  /** Formats that the operator disabled. */
  disabled: ReadonlySet<string>;
}

/** Returns the status of an advisory. `installed` is the examined package, or undefined if it is not installed. */
export function statusOf(
  advisory: Advisory,
  installed: InstalledPackage | undefined,
  { codename, disabled }: Machine,
): AdvisoryStatus {
  if (!installed) return 'not_installed';
  const { fixedIn, since, formats, blocked } = advisory;
  const { version, candidate, named } = installed;
  const upstream = upstreamVersion(version);
  if (since !== undefined && compareVersions(upstream, since) < 0) return 'not_affected';
  if (isFixedUpstream(fixedIn, upstream)) return 'fixed';
  if (isFixedByDebian(advisory, installed, codename)) return 'fixed_by_debian';
  if (blocked !== undefined) return 'blocked';
  if (formats.length > 0 && formats.every((ext) => disabled.has(ext))) return 'disabled';
  if (candidate !== undefined && compareVersions(candidate, version) > 0) return 'update_available';
  return named === undefined ? 'unknown' : 'open';
}

function isFixedUpstream([newest, ...branches]: readonly string[], version: string): boolean {
  if (newest === undefined) return false;
  if (compareVersions(version, newest) >= 0) return true;
  return branches.some(
    (fixed) => branchOf(fixed) === branchOf(version) && compareVersions(version, fixed) >= 0,
  );
}

/**
 * Returns the major and minor version number, which identify a branch of versions. A fix of a branch changes only the
 * patch number.
 */
const branchOf = (version: string) => version.split('.').slice(0, 2).join('.');

function isFixedByDebian(
  { id, aliases = [], debian = {} }: Advisory,
  { version, named }: InstalledPackage,
  codename: string,
): boolean {
  const known = debian[codename];
  if (known !== undefined && compareVersions(version, known) >= 0) return true;
  return [id, ...aliases].some((name) => named?.has(name));
}
