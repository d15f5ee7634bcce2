/**
 * Compares Protean's job queue with pg-boss and graphile-worker. The queues run in turn on the same PostgreSQL server.
 * `--quick` uses fewer jobs and takes 30 s. `--only` selects queues by the beginning of their names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../support/storage/databases.ts';
import { timed } from '../measure.ts';
import { flooded, waitsOf, type Waits } from './fairness.ts';
import { openGraphileWorker } from './graphile-worker.ts';
import { openPgBoss } from './pg-boss.ts';
import { openProtean } from './protean.ts';
import { accountCount, type Backlog, type QueueUnderTest } from './queue-under-test.ts';
import { measureRates, type Load, type Rates } from './rates.ts';
import { claimsRow, fairnessRow, headOf, rateRow } from './table.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const { quick } = values;

type Open = (url: string, dir: string) => Promise<QueueUnderTest>;

/** Functions that open the compared queues, by the name of the queue in the printed table. */
const queues: Readonly<Record<string, Open>> = {
  ours: (url, dir) => openProtean(url, 'ours', { dir }),
  'ours alone': (url, dir) => openProtean(url, 'ours alone', { dir, alone: true }),
  'pg-boss': (url) => openPgBoss(url, 'pg-boss'),
  'graphile-worker': (url) => openGraphileWorker(url, 'graphile-worker'),
};
/**
 * Queues of other projects, with a limit of one active job per account. This limit protects small accounts if one
 * account queues very many jobs.
 */
const limited: Readonly<Record<string, Open>> = {
  'pg-boss, one of a group': (url) => openPgBoss(url, 'pg-boss, one of a group', 1),
  'graphile-worker, named queues': (url) =>
    openGraphileWorker(url, 'graphile-worker, named queues', { serial: true }),
};

const million = quick ? 20_000 : 1_000_000;
const evenly = (nth: number) => nth % accountCount;
const backlogs: readonly (Backlog & { says: string })[] = [
  { says: '10', queued: 10, accountOf: evenly },
  { says: '10⁴', queued: quick ? 1_000 : 10_000, accountOf: evenly },
  { says: '10⁶', queued: million, accountOf: evenly },
  { says: '10⁴ and 10⁶ finished', queued: quick ? 1_000 : 10_000, finished: million, accountOf: evenly },
];
/** Backlogs that begin with jobs that no worker can run. Only Protean's queue can skip jobs that no worker can run. */
const passedOver: readonly (Backlog & { says: string })[] = [0, 1_000, quick ? 5_000 : 100_000].map(
  (elsewhere) => ({
    says: elsewhere.toLocaleString('en'),
    ...{ queued: elsewhere + 1_000, elsewhere, accountOf: evenly },
  }),
);
const loads: readonly Load[] = [
  { workers: 1, batch: 1 },
  { workers: 8, batch: 1 },
  { workers: 64, batch: 1 },
  { workers: 8, batch: 8 },
];
const rounds = quick ? 1 : 3;
const bounds = { jobs: quick ? 50 : 300, maxMs: 2_000 };
const floodOf = quick ? 1_000 : 5_000;
const slots = 8;

const dir = await mkdtemp(path.join(tmpdir(), 'protean-bench-'));
const postgres = await startPostgres();
try {
  const began = performance.now();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`,
  );
  console.log(headOf(namesOf(queues)));
  for (const backlog of backlogs) for (const row of await ratesOn(backlog)) console.log(row);
  console.log('\n| jobs before that need another engine | claims per second |\n| --- | --- |');
  for (const backlog of passedOver) console.log(await claimsBehind(backlog));
  console.log(
    "\n| one account has 99 % of the queue | jobs of it taken before another's first |\n| --- | --- |",
  );
  for (const [name, open] of Object.entries({ ...queues, ...limited }))
    if (isNamed(name)) console.log(fairnessRow(name, await waitsIn(open)));
  console.error(`\n${Math.round((performance.now() - began) / 1000)} s`);
} finally {
  await postgres.close();
  await rm(dir, { recursive: true, force: true });
}

function isNamed(name: string): boolean {
  return name.startsWith(values.only);
}

function namesOf(all: Readonly<Record<string, Open>>): string[] {
  return Object.keys(all).filter(isNamed);
}

async function opened(stack: AsyncDisposableStack, open: Open): Promise<QueueUnderTest> {
  const { DATABASE_URL: url = '' } = await postgres.fresh();
  return stack.adopt(await open(url, await mkdtemp(path.join(dir, 'data-'))), (queue) => queue.close());
}

/** Measures each load on all queues in turn. Returns a table row for each load. */
async function ratesOn(backlog: Backlog & { says: string }): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const filled: QueueUnderTest[] = [];
  for (const name of namesOf(queues)) filled.push(await opened(stack, queues[name] as Open));
  const ms = await timed(() => Promise.all(filled.map((queue) => queue.fill(backlog))));
  console.error(`${backlog.says}: filled in ${Math.round(ms / 1000)} s`);
  const rows: string[] = [];
  for (const load of loads) {
    const measured = new Map<QueueUnderTest, Rates[]>(filled.map((queue) => [queue, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const [queue, rates] of measured) rates.push(await measureRates(queue, load, bounds));
    rows.push(rateRow(backlog.says, load, [...measured.values()]));
  }
  return rows;
}

async function claimsBehind(backlog: Backlog & { says: string }): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const queue = await opened(stack, queues['ours'] as Open);
  await queue.fill(backlog);
  const drain = { workers: 1, batch: 1, jobs: bounds.jobs, maxMs: bounds.maxMs };
  const runs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { jobs, claimMs = NaN } = await queue.drain(drain);
    runs.push((jobs * 1000) / claimMs);
  }
  return claimsRow(backlog.says, runs);
}

async function waitsIn(open: Open): Promise<Waits> {
  await using stack = new AsyncDisposableStack();
  const queue = await opened(stack, open);
  await queue.fill(flooded(floodOf));
  return waitsOf(await queue.order(accountCount, slots));
}
