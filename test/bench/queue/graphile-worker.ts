/**
 * Adapts graphile-worker to the benchmark. graphile-worker deletes finished jobs. The runner of graphile-worker both
 * claims and completes jobs, so claims and completions cannot be timed separately.
 */
import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type Task, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { query } from '../../support/storage/databases.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const taskName = 'bench';
const perInsert = 10_000;
/** Maximum number of connections, as in the other queues of the benchmark. */
const maxConnections = 10;

/** Opens a graphile-worker queue. With `serial`, each account has its own named queue, which runs one job at a time. */
export async function openGraphileWorker(
  url: string,
  name: string,
  { serial = false } = {},
): Promise<QueueUnderTest> {
  const pgPool = new pg.Pool({ connectionString: url, max: maxConnections });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  const logger = new Logger(() => () => {});
  const shared = { pgPool, logger };
  const utils = await makeWorkerUtils(shared);
  await utils.migrate();
  const spec = (account: number) => ({
    identifier: taskName,
    payload: { account },
    ...(serial ? { queueName: `account ${account}` } : {}),
  });

  /**
   * Runs `task` on the queued jobs. Stops when a job has ended and `isOver` returns true or `maxMs` has passed.
   * Resolves with the number of ended jobs and the milliseconds since the first claim began.
   */
  const runTask = async (
    task: Task,
    isOver: (ended: number) => boolean,
    { workers, batch, maxMs }: { workers: number; batch: number; maxMs: number },
    events: WorkerEvents = new EventEmitter(),
  ): Promise<{ jobs: number; ms: number }> => {
    let began: number | undefined;
    let ended = 0;
    const over = Promise.withResolvers<number>();
    events.on('worker:getJob:start', () => (began ??= performance.now()));
    events.on('localQueue:init', () => (began ??= performance.now()));
    events.on('job:complete', () => {
      ended += 1;
      const ms = performance.now() - (began ?? NaN);
      if (isOver(ended) || ms > maxMs) over.resolve(ms);
    });
    const localQueue = batch > 1 ? { localQueue: { size: batch }, completeJobBatchDelay: 0 } : {};
    const runner = await run({
      ...{ pgPool, logger, events, noHandleSignals: true, pollInterval: 50 },
      ...{ concurrency: workers, taskList: { [taskName]: task } },
      preset: { worker: localQueue },
    });
    const ms = await over.promise;
    const counted = ended;
    await runner.stop();
    return { jobs: counted, ms };
  };

  return {
    name,
    async fill({ queued, accountOf }) {
      for (let from = 0; from < queued; from += perInsert) {
        const length = Math.min(perInsert, queued - from);
        await utils.addJobs(Array.from({ length }, (_, n) => spec(accountOf(from + n))));
      }
      await query(url, 'vacuum analyze');
    },
    async enqueue(account) {
      const { identifier, payload, ...options } = spec(account);
      await utils.addJob(identifier, payload, options);
    },
    drain: ({ jobs, ...load }) =>
      runTask(
        () => {},
        (ended) => ended >= jobs,
        load,
      ),
    async order(accounts, slots) {
      const order: number[] = [];
      const seen = new Set<number>();
      const running: (() => void)[] = [];
      const events: WorkerEvents = new EventEmitter();
      // If all slots are taken or no other job may be claimed, ends the oldest job.
      events.on('worker:getJob:empty', () => running.shift()?.());
      const task: Task = async (payload) => {
        if (seen.size === accounts) return;
        const { account } = payload as { account: number };
        order.push(account);
        seen.add(account);
        if (seen.size === accounts) return void running.splice(0).forEach((end) => end());
        const ended = Promise.withResolvers<void>();
        running.push(ended.resolve);
        if (running.length === slots) running.shift()?.();
        await ended.promise;
      };
      const isOver = () => seen.size === accounts;
      await runTask(task, isOver, { workers: slots, batch: 1, maxMs: 60_000 }, events);
      return order;
    },
    async close() {
      await utils.release();
      await pgPool.end();
    },
  };
}
