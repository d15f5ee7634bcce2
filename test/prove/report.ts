/** The proof report: for each route whether it is direct, what it may lose, and how long it took. */
import { engines } from '../../packages/server/src/engines/index.ts';
import { run } from '../samples/run.ts';
import type { Route } from '../../packages/server/src/convert/planner.ts';

export interface Proof {
  route: Route;
  ms: number;
  /** Why the oracle refused; absent when it was content. */
  error?: string;
}

/** When and with what a report was made. */
export interface Edition {
  date: string;
  /** The engines' packages, each with its version. */
  versions: readonly string[];
}

export async function edition(): Promise<Edition> {
  const packages = [...new Set(engines.flatMap(({ needs }) => needs.map(({ debian }) => debian)))].sort();
  const { stdout } = await run('/usr/bin/dpkg-query', ['-W', '-f', '${Package} ${Version}\n', ...packages]);
  const versions = [`Node ${process.versions.node}`, ...stdout.toString().trim().split('\n')];
  return { date: new Date().toISOString().slice(0, 10), versions };
}

/** From and to, with the steps between them. */
const rowShape = /^\| (?<source>\S+) \| (?<target>\S+) \| (?<steps>.+?) \|.*\| \d+ \|$/;

/** Markdown, one line a proven route; the rows of an `earlier` report stay where nothing newer is known. */
export function writeReport(proofs: readonly Proof[], { date, versions }: Edition, earlier = ''): string {
  const rows = new Map(earlier.split('\n').flatMap((row) => (nameOf(row) ? [[nameOf(row), row]] : [])));
  for (const proof of proofs) {
    const row = line(proof);
    if (proof.error === undefined) rows.set(nameOf(row), row);
    else rows.delete(nameOf(row));
  }
  const proven = [...rows.values()];
  const shapes = proven.map((row) => rowShape.exec(row)?.groups ?? {});
  const chains = shapes.filter(({ steps }) => steps?.includes(', ')).length;
  const formats = new Set(shapes.flatMap(({ source, target }) => [source, target]));
  return [
    '# Formats and routes',
    '',
    `Written by \`script/prove --all --report docs/formats.md\` on ${date}. ${formats.size} formats; ${proven.length} routes proven, ${chains} of them chains of two or three steps.`,
    'Each was run on a sample of known meaning and its result read back by the oracle of its category.',
    'The milliseconds are of one run on one machine with others beside it: an order of magnitude, not a promise.',
    '',
    `With ${versions.join(', ')}.`,
    '',
    '| from | to | steps | may lose | ms |',
    '|---|---|---|---|---|',
    ...proven,
    '',
  ].join('\n');
}

/** What a row is about; empty of any other line. */
function nameOf(row: string): string {
  const { source, target } = rowShape.exec(row)?.groups ?? {};
  return source && target ? `${source} ${target}` : '';
}

function line({ route, ms }: Proof): string {
  const steps = route.steps.map((step) => `${step.engine} → ${step.to}`).join(', ');
  return `| ${route.source} | ${route.target} | ${steps} | ${route.loses.join(', ')} | ${Math.round(ms)} |`;
}
