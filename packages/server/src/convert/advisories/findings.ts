/** Compares the packages of this machine with the list of advisories. */
import type { Clock } from '../../kit/clock.ts';
import {
  advisoryStatuses,
  statusOf,
  type Advisory,
  type AdvisoryStatus,
  type InstalledPackage,
  type Machine,
} from './advisory.ts';
import { advisories } from './advisories.ts';
import { debianNames, machinePackages, type PackageReader } from './installed-packages.ts';

/** An advisory and its status on this machine. */
export interface AdvisoryFinding {
  advisory: Advisory;
  status: AdvisoryStatus;
  installed: InstalledPackage | undefined;
}

/** Returns the findings, worst first. */
export async function findAdvisories(
  machine: Machine,
  reader: PackageReader = machinePackages,
  rows: readonly Advisory[] = advisories,
): Promise<readonly AdvisoryFinding[]> {
  const debian = await reader.debian(debianNames(rows));
  const findings: AdvisoryFinding[] = [];
  for (const advisory of rows) {
    const { packages } = advisory;
    const installed =
      'npm' in packages
        ? reader.npm(packages.npm)
        : packages.map((name) => debian.get(name)).find((one) => one !== undefined);
    findings.push({ advisory, installed, status: statusOf(advisory, installed, machine) });
  }
  return findings.sort((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ status }: AdvisoryFinding) => advisoryStatuses.indexOf(status);

/** Returns the number of findings by status. Omits statuses without findings. */
export function countsOf(findings: readonly AdvisoryFinding[]): ReadonlyMap<AdvisoryStatus, number> {
  const groups = Map.groupBy(findings, ({ status }) => status);
  return new Map([...groups].map(([status, all]) => [status, all.length]));
}

/**
 * Time for which findings are cached, in milliseconds. Packages change rarely, and reading them takes about 1 s, mostly
 * in apt-cache.
 */
const keptForMs = 60 * 60 * 1000;

/** The findings of this machine, read on first use and again after an hour. */
export class AdvisoryFindings {
  readonly #machine: Machine;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #find: typeof findAdvisories;
  #last: { at: number; findings: Promise<readonly AdvisoryFinding[]> } | undefined;

  constructor(machine: Machine, clock: Pick<Clock, 'elapsed'>, find = findAdvisories) {
    this.#machine = machine;
    this.#clock = clock;
    this.#find = find;
  }

  read(): Promise<readonly AdvisoryFinding[]> {
    const now = this.#clock.elapsed();
    if (!this.#last || now - this.#last.at >= keptForMs) {
      const findings = this.#find(this.#machine);
      this.#last = { at: now, findings };
      // A failed read is not cached, so the next call reads the advisories again.
      findings.catch(() => (this.#last = undefined));
    }
    return this.#last.findings;
  }
}
