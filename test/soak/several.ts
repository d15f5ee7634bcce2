/**
 * Runs a service of several processes, as on several machines, at 80% of its capacity for a long time. Checks the
 * responses, the charges and the use of resources. The script `run-several` calls this file.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { readArguments } from '../support/arguments.ts';
import { closing } from '../support/fixtures.ts';
import { openRegistry } from '../support/storage/registry.ts';
import { settled } from '../chaos/campaign.ts';
import { newCustomer, usedBy } from '../chaos/customers.ts';
import { missingJobs, repeatedCompletions, wrongOutcomes, type RunScene } from '../chaos/invariants.ts';
import { SeededRandom } from '../chaos/seeded-random.ts';
import { installStatusAudit } from '../chaos/status-audit.ts';
import { startCluster } from '../chaos/several/cluster.ts';
import { findLeftovers } from '../chaos/several/leftovers.ts';
import { growth, measure, shown, type Measures } from './measures.ts';
import { SteadyLoad } from './steady-load.ts';

const { values } = readArguments(new URL('./run-several', import.meta.url), {
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
/**
 * Settings of the capacity measurement: the number of concurrent callers, the duration of the measurement, and the
 * duration of the warm-up before it. Without the warm-up, the measured capacity would be too low, because the service
 * is slow at first.
 */
const [callers, capacityMs, warmUpMs] = [8, 60_000, 60_000];
const share = 0.8;
const windowMs = 60_000;
/**
 * Returns the allowed 99th percentile of the response times in the last third of the run, in milliseconds. The argument
 * `firstMs` is the 99th percentile of the response times in the first third of the run.
 */
const slowest = (firstMs: number) => 1.5 * firstMs + 50;

interface Window {
  endedAt: number;
  measures: Measures[];
}

const violations = await soak(Number(values.minutes) * 60_000, Number(values.seed));
console.log(violations.map((one) => `  ${one}`).join('\n') || '  no violations');
process.exit(violations.length === 0 ? 0 : 1);

async function soak(ms: number, seed: number): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  console.log(`--seed ${seed}`);
  const cluster = await startCluster(stack, { JOBS_AT_ONCE: '1', CONVERSIONS_AT_ONCE: '1' });
  const registry = closing(stack, await openRegistry(cluster.env));
  const { database } = registry;
  await installStatusAudit(database);
  const customer = await newCustomer(registry, cluster, 'ada');
  const load = new SteadyLoad(cluster, customer, new SeededRandom(seed, 'tasks'));
  await load.capacity(callers, warmUpMs);
  const capacity = await load.capacity(callers, capacityMs);
  console.log(
    `${capacity.toFixed(1)} requests a second with ${callers} callers; from here ${share * 100}% of that`,
  );

  const members = [...cluster.apis, ...cluster.workers];
  const windows: Window[] = [];
  const began = performance.now();
  const running = load.run(capacity * share, ms);
  while (performance.now() - began < ms - windowMs / 2) {
    await pause(windowMs);
    const measures = await Promise.all(members.map((member) => measure(member)));
    windows.push({ endedAt: performance.now(), measures });
    console.log(windowText(windows, load));
  }
  await running;
  await settled(registry);

  const scene = { group: cluster, database, customers: [customer], jobs: load.jobs };
  const converted = load.records.filter(({ final }) => final.status === 200).length;
  const completed = load.jobs.filter(({ task }) => task.isRight !== undefined).length;
  const used = await usedBy(cluster, customer);
  console.log(`${load.sent} requests: ${converted} conversions and ${completed} jobs, ${used} charged`);
  return [
    ...load.wrong.slice(0, 20),
    ...(used === converted + completed ? [] : [`${converted + completed} were converted, ${used} charged`]),
    ...slower(windows.map(({ endedAt }) => slowestMs(load, endedAt))),
    ...members.flatMap(({ name }, n) =>
      grown(
        name,
        windows.map(({ measures }) => measures[n]),
      ),
    ),
    ...(await missingJobs(scene)),
    ...(await repeatedCompletions(scene)),
    ...(await wrongOutcomesOfAll(scene)),
    ...(await findLeftovers({ ...scene, cluster })),
    ...members.flatMap(({ unexpectedEnds }) => unexpectedEnds),
  ];
}

/**
 * Returns a description of each wrong outcome of a job. Checks 20 jobs at a time, because each check downloads a
 * result.
 */
async function wrongOutcomesOfAll(scene: RunScene): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < scene.jobs.length; from += 20)
    found.push(...(await wrongOutcomes({ ...scene, jobs: scene.jobs.slice(from, from + 20) })));
  return found;
}

function windowText(windows: readonly Window[], load: SteadyLoad): string {
  const { endedAt = 0, measures = [] } = windows.at(-1) ?? {};
  const times = timesOf(load, endedAt);
  const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
  const memory = measures.map(({ memory }) => memory).join('+');
  return `minute ${windows.length}: ${times.length} conversions, median ${at(0.5)} ms, p99 ${at(0.99)} ms; ${memory} MB`;
}

/**
 * Returns the durations of the conversions in one window, in milliseconds and in ascending order. The window ends at
 * `endedAt`.
 */
function timesOf({ records }: SteadyLoad, endedAt: number): number[] {
  const inWindow = records.filter((one) => one.endedAt <= endedAt && one.endedAt > endedAt - windowMs);
  return inWindow.map(({ longestMs }) => longestMs).sort((a, b) => a - b);
}

function slowestMs(load: SteadyLoad, endedAt: number): number {
  const times = timesOf(load, endedAt);
  return times[Math.floor((times.length - 1) * 0.99)] ?? 0;
}

/**
 * Returns a violation if the 99th percentile has grown too much from the first third of the windows to the last third.
 */
function slower(perWindow: readonly number[]): string[] {
  const third = Math.max(1, Math.floor(perWindow.length / 3));
  const middle = (some: readonly number[]) =>
    some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  const [first, last] = [middle(perWindow.slice(0, third)), middle(perWindow.slice(-third))];
  return last <= slowest(first) ? [] : [`p99 went from ${Math.round(first)} to ${Math.round(last)} ms`];
}

function grown(name: string, measures: readonly (Measures | undefined)[]): string[] {
  const all = measures.filter((one) => one !== undefined);
  const last = all.at(-1);
  console.log(`${name}: ${shown(all.slice(-3), all.length)}`);
  return last ? growth(all, last).map((what) => `${name}: ${what}`) : [];
}
