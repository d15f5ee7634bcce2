/**
 * `protean doctor --security`: compares the packages of this machine with the list of advisories. The command uses no
 * network.
 */
import { loadConfig } from '../config.ts';
import { countsOf, findAdvisories, type AdvisoryFinding } from '../convert/advisories/findings.ts';
import { releaseCodename } from '../convert/advisories/installed-packages.ts';
import { print } from './print.ts';

/** Statuses that need no attention. An advisory that needs no attention is counted, but not listed. */
const settled: readonly string[] = ['fixed', 'fixed_by_debian', 'not_affected', 'not_installed'];

/** Prints the findings. Returns the exit status, which is 1 if an update is available. */
export async function reportAdvisories(): Promise<number> {
  const { formatsWithout: disabled } = loadConfig();
  const findings = await findAdvisories({ codename: releaseCodename(), disabled });
  for (const finding of findings.filter(({ status }) => !settled.includes(status))) print(lineOf(finding));
  const counts = [...countsOf(findings)].map(([status, count]) => `${count} ${words(status)}`);
  print(`\n${findings.length} advisories: ${counts.join(', ')}`);
  const updates = findings.filter(({ status }) => status === 'update_available');
  if (updates.length === 0) return 0;
  const packages = [...new Set(updates.flatMap(({ installed }) => installed?.name ?? []))];
  print(`To install the updates: apt-get install --only-upgrade ${packages.join(' ')}`);
  return 1;
}

function lineOf({ advisory, status, installed }: AdvisoryFinding): string {
  const { id, effect, formats, blocked, fixedIn, url } = advisory;
  const fix = {
    update_available: `${installed?.candidate} is available`,
    blocked: `not reached: ${blocked?.replace(/\.$/, '')}`,
    disabled: 'all its formats are disabled',
    unknown: 'no changelog on this machine; compare with the source',
  }[status as string];
  const says = [effect, formats.join(' '), fix ?? (fixedIn[0] && `fixed in ${fixedIn[0]}`), url];
  const name = `${installed?.name} ${installed?.version}`;
  return `${words(status).padEnd(17)} ${id.padEnd(20)} ${name}: ${says.filter(Boolean).join('; ')}`;
}

const words = (status: string) => status.replaceAll('_', ' ');
