/**
 * The advisories module: compares the installed packages with the list of security advisories, on machines that run
 * engines.
 */
import type { AdvisoryStatus } from '../../convert/advisories/advisory.ts';
import { AdvisoryFindings, type AdvisoryFinding } from '../../convert/advisories/findings.ts';
import { releaseCodename } from '../../convert/advisories/installed-packages.ts';
import type { ReadinessCheck } from '../../http/readiness.ts';
import { defineModule } from '../../module.ts';
import { formatsModule } from '../formats/module.ts';

export const advisoriesModule = defineModule({
  name: 'advisories',
  needs: { formats: formatsModule },
  open: ({ config, clock }, { formats: { local } }) => {
    // A process without engines opens no uploaded files, so no advisory applies.
    if (!local) return { services: undefined };
    const machine = { codename: releaseCodename(), disabled: config.formatsWithout };
    const findings = new AdvisoryFindings(machine, clock);
    return {
      services: undefined,
      operatorReadiness: async () => [await checkAdvisories(findings)],
      gauges: [
        {
          name: 'protean_advisories',
          help: 'Advisories that concern an installed package, by status.',
          is: 'gauge',
          labels: ['status', 'package'],
          read: async () => samplesOf(await findings.read()),
        },
      ],
    };
  },
});

/**
 * Returns a check that fails if an available update fixes one of the advisories. The check is optional: if the check
 * fails, the server stays ready.
 */
async function checkAdvisories(findings: AdvisoryFindings): Promise<ReadinessCheck> {
  const part = { part: 'advisories', optional: true };
  const found = await findings.read().catch(() => undefined);
  if (!found) return { ...part, ok: false, says: 'the installed packages could not be read' };
  const numbersOf = (status: AdvisoryStatus) =>
    found.filter((one) => one.status === status).map(({ advisory }) => advisory.id);
  const [updates, open, unknown] = [numbersOf('update_available'), numbersOf('open'), numbersOf('unknown')];
  const says = [
    `${updates.length} with an available update${listOf(updates)}`,
    `${open.length} open${listOf(open)}`,
    `${unknown.length} unknown`,
  ];
  return { ...part, ok: updates.length === 0, says: says.join('; ') };
}

const listOf = (ids: readonly string[]) => (ids.length === 0 ? '' : ` (${ids.join(', ')})`);

function samplesOf(findings: readonly AdvisoryFinding[]) {
  const installed = findings.filter(({ status }) => status !== 'not_installed' && status !== 'not_affected');
  const groups = Map.groupBy(installed, ({ status, advisory }) => `${status} ${advisory.source}`);
  return [...groups].map(([key, all]) => {
    const [status = '', name = ''] = key.split(' ');
    return { value: all.length, labels: { status, package: name } };
  });
}
