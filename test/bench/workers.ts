/** Measures the throughput of 1, 2 and 3 worker processes on this machine, with one api process and one PostgreSQL. */
import path from 'node:path';
import type { Samples } from '../samples/samples.ts';
import { startPostgres } from '../support/storage/databases.ts';
import { closing } from '../support/fixtures.ts';
import { openRegistry } from '../support/storage/registry.ts';
import { startService, until, type Service } from '../support/server/service.ts';
import { spread, timed, type Measurement } from './measure.ts';
import { sender } from './requests.ts';
import { atOnce, drawSmall } from './warm.ts';

const rounds = 3;
const counts = [1, 2, 3];
/**
 * Number of parallel callers. Each caller sends one conversion after the other. Together, the callers keep 3 workers
 * busy.
 */
const callers = 8;

interface Work {
  what: string;
  /** Number of repetitions in a round. */
  times: number;
  once: () => Promise<void>;
  /** Resolves when all submitted work is done. */
  done?: () => Promise<void>;
}

export async function benchWorkers(samples: Samples, dir: string): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = closing(stack, await startPostgres());
  const env = {
    ...(await postgres.fresh()),
    ...{ DATA_DIR: path.join(dir, 'workers'), SECRET_KEY: 'the same secret for all of these servers' },
    ...{ WARM: 'on', CONVERSIONS_AT_ONCE: '1', JOBS_AT_ONCE: '1' },
  };
  const start = async (ROLES: string, own: Record<string, string> = {}) =>
    stack.adopt(await startService({ ...env, ROLES, ...own }), (service) => service.close());
  const api = await start('api', { METRICS_LISTEN: '127.0.0.1:0' });
  const registry = closing(stack, await openRegistry(env));
  const { key } = await registry.accounts.create('bench@example.com', 'growth');
  const works = await worksOf(api, key, samples, dir);
  const [jobs] = works.slice(-1);
  if (jobs)
    jobs.done = () =>
      until('all jobs are done', 120_000, async () => {
        const { query } = registry.database;
        const left = query.selectFrom('jobs').select('id').where('status', 'in', ['queued', 'processing']);
        return (await left.limit(1).execute()).length === 0;
      });

  const rates = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    const workers: Service[] = [];
    for (const count of counts) {
      workers.push(await start('worker'));
      await until('the workers are known', 30_000, () => areKnown(api, count));
      for (const { what, times, once, done } of works) {
        // The first conversions of a worker are not measured, because engines start during the first conversions.
        await atOnce(callers, callers * 3, once);
        await done?.();
        const ms = await timed(async () => {
          await atOnce(callers, times, once);
          await done?.();
        });
        const key = `${what}, ${count} ${count === 1 ? 'worker' : 'workers'}`;
        rates.set(key, [...(rates.get(key) ?? []), (times * 1_000) / ms]);
      }
    }
    for (const worker of workers) await worker.stop();
  }
  return [...rates]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, measured]) => ({ what, measured: spread(measured), unit: 'a second' }));
}

async function worksOf(api: Service, key: string, samples: Samples, dir: string): Promise<Work[]> {
  const picture = path.join(dir, 'workers.png');
  await drawSmall(picture);
  const [json, docx] = [await samples.get('json'), await samples.get('docx')];
  return [
    { what: 'json → yaml', times: 400, once: await sender(api, json, 'yaml', key) },
    { what: 'small png → webp', times: 200, once: await sender(api, picture, 'webp', key) },
    { what: 'docx → pdf', times: 60, once: await sender(api, docx, 'pdf', key) },
    { what: 'jobs docx → pdf', times: 60, once: await sender(api, docx, 'pdf', key, '/v1/jobs') },
  ];
}

/** Returns whether the api process reports `count` workers in its metrics. */
async function areKnown({ metricsUrl = '' }: Service, count: number): Promise<boolean> {
  const metrics = await (await fetch(metricsUrl)).text();
  return new RegExp(`^protean_workers ${count}$`, 'm').test(metrics);
}
