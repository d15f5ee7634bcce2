/** Writes the report of `script/prove`: the steps, declared losses, duration and error of each route. */
import { engines } from '@protean/engines';
import { DebianPackages } from '../../packages/server/src/convert/catalogue/debian-packages.ts';
import { root } from '../../packages/server/src/convert/run/conversions.ts';
import { run } from '../samples/run.ts';
import type { Route } from '../../packages/server/src/convert/catalogue/planner.ts';

export interface Proof {
  route: Route;
  ms: number;
  /**
   * The error of the conversion, or the reason why the oracle rejected the result. The value is absent if the proof
   * passed.
   */
  error?: string;
}

/** The date of a report, and the versions of the software that was tested. */
export interface Edition {
  date: string;
  /** The versions of Node and of the engines' packages. */
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

/**
 * Returns the report as Markdown: a table with one row for each tested route. The row of a failed route has the error
 * message.
 */
export function writeReport(proofs: readonly Proof[], { date, versions }: Edition): string {
  const proven = proofs.filter(({ error }) => error === undefined);
  const chains = proven.filter(({ route }) => route.steps.length > 1).length;
  const formats = new Set(proven.flatMap(({ route }) => [route.source, route.target]));
  return [
    '# Proof report',
    '',
    `Written by \`script/prove --report\` on ${date}. ${formats.size} formats; ${proven.length} of ${proofs.length} routes proven, ${chains} of them chains of two or three steps.`,
    'Each route was run on a sample with known content, and the oracle of its category checked the result.',
    'The durations are from one run on a busy machine, so they show only the order of magnitude.',
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
