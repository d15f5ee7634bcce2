/** The proof report: for each route whether it is direct, which losses it declares, and how long it took. */
import { engines } from '@protean/engines';
import { DebianPackages } from '../../packages/server/src/convert/catalogue/debian-packages.ts';
import { root } from '../../packages/server/src/convert/run/conversions.ts';
import { run } from '../samples/run.ts';
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';

export interface Proof {
  route: Route;
  ms: number;
  /** The reason why the oracle rejected the result; absent if it passed. */
  error?: string;
}

/** The time and the versions of a report. */
export interface Edition {
  date: string;
  /** The versions of the engines' packages. */
  versions: readonly string[];
}

export async function edition(): Promise<Edition> {
  const names = DebianPackages.of(root);
  const needed = engines.flatMap(({ needs }) => needs.flatMap(({ debian }) => names.nameHere(debian) ?? []));
  const packages = [...new Set(needed)].sort();
  const { stdout } = await run('/usr/bin/dpkg-query', ['-W', '-f', '${Package} ${Version}\n', ...packages]);
  const versions = [`Node ${process.versions.node}`, ...stdout.toString().trim().split('\n')];
  return { date: new Date().toISOString().slice(0, 10), versions };
}

/** Returns Markdown: one line for each tested route, and the oracle's message for each failed one. */
export function writeReport(proofs: readonly Proof[], { date, versions }: Edition): string {
  const proven = proofs.filter(({ error }) => error === undefined);
  const chains = proven.filter(({ route }) => route.steps.length > 1).length;
  const formats = new Set(proven.flatMap(({ route }) => [route.source, route.target]));
  return [
    '# What was proven',
    '',
    `Written by \`script/prove --report\` on ${date}. ${formats.size} formats; ${proven.length} of ${proofs.length} routes proven, ${chains} of them chains of two or three steps.`,
    'Each was run on a sample of known meaning and its result read back by the oracle of its category.',
    'The milliseconds are of one run on one machine with others beside it: an order of magnitude, not a promise.',
    '',
    `With ${versions.join(', ')}.`,
    '',
    '| from | to | steps | may lose | ms | failed |',
    '|---|---|---|---|---|---|',
    ...proofs.map(line),
    '',
  ].join('\n');
}

function line({ route, ms, error = '' }: Proof): string {
  const steps = route.steps.map((step) => `${step.engine} → ${step.to}`).join(', ');
  const failed = error.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `| ${route.source} | ${route.target} | ${steps} | ${route.loses.join(', ')} | ${Math.round(ms)} | ${failed} |`;
}
