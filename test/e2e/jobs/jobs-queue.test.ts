/**
 * Tests that the job queue in the database is fair between accounts, that each job is claimed once, and that only the
 * last claim of a job can finish it.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Claims } from '../../../packages/server/src/jobs/claims.ts';
import { Changes } from '../../../packages/server/src/jobs/changes.ts';
import { OrphanedObjects } from '../../../packages/server/src/storage/orphaned-objects.ts';
import {
  abandonedJobs,
  requeue,
  stillHeld,
  type JobRecord,
} from '../../../packages/server/src/jobs/queue.ts';
import { JobRunner } from '../../../packages/server/src/jobs/job-runner.ts';
import { noTracing } from '../../../packages/server/src/tracing/tracing.ts';
import { onEachDatabase, processPairFixture } from '../../support/fixtures.ts';
import type { JobsRaceOutcome } from '../../support/jobs/jobs-racer.ts';
import { enqueueJob } from '../../support/jobs/queued-job.ts';
import { anAccount, TestClock, type LimitsProcess } from '../../support/server/limits-process.ts';

const racer = fileURLToPath(new URL('../../support/jobs/jobs-racer.ts', import.meta.url));

onEachDatabase((kind) => {
  const clock = new TestClock(1_800_000_000_000);
  const here = processPairFixture(kind, clock);

  beforeEach(async () => {
    await here.one.db.query.deleteFrom('jobs').execute();
    for (const { renew } of here.processes) await renew();
  });

  const enqueue = (account: string, expectedMs = 1): Promise<string> =>
    enqueueJob(here.one.db, clock, { account, expectedMs });

  const claimSeveral = async ({ db, lease }: LimitsProcess, most: number) =>
    new Claims({ database: db, clock, capabilities: [] }).next(await lease.ensure(), most);

  const claim = async (by: LimitsProcess) => (await claimSeveral(by, 1))[0];

  const claimed = async (by = here.one) => (await claim(by)) ?? assert.fail('nothing waits');

  test('no account starts more than 2 jobs while another account waits', async () => {
    const accounts = [
      await anAccount(here.one.db),
      await anAccount(here.one.db),
      await anAccount(here.one.db),
    ];
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ does: fc.constant('submit' as const), who: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.constant({ does: 'claim' as const, who: 0 }) },
      { weight: 1, arbitrary: fc.constant({ does: 'give back' as const, who: 0 }) },
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      await here.one.db.query.deleteFrom('jobs').execute();
      /**
       * Maps each waiting account to the number of jobs of each other account that were claimed since the waiting
       * account queued its first job.
       */
      const before = new Map<string, Map<string, number>>();
      const waits = new Map<string, number>();
      const begun: JobRecord[] = [];
      const served = new Set<string>();
      let returned = 0;
      for (const { does, who } of steps) {
        const account = accounts[who] ?? '';
        if (does === 'submit') {
          await enqueue(account);
          if (!waits.get(account)) before.set(account, new Map());
          waits.set(account, (waits.get(account) ?? 0) + 1);
        } else if (does === 'claim') {
          const job = await claim(here.one);
          if (!job) continue;
          begun.push(job);
          const whose = job.account_id;
          for (const [waiting, passed] of before) {
            if (waiting === whose || !waits.get(waiting)) continue;
            passed.set(whose, (passed.get(whose) ?? 0) + 1);
            // While an account waits, at most 1 job of each other account may be claimed. The limit increases by 1 for
            // each requeued job, and by 1 if a job of the waiting account was claimed before.
            const most = 1 + returned + (served.has(waiting) ? 1 : 0);
            assert.ok((passed.get(whose) ?? 0) <= most, `${whose} passed ${waiting}`);
          }
          before.delete(whose);
          served.add(whose);
          waits.set(whose, (waits.get(whose) ?? 0) - 1);
        } else {
          const job = begun.pop();
          if (!job) continue;
          assert.ok(await requeue(here.one.db, job, clock.time, { crashed: false }));
          waits.set(job.account_id, (waits.get(job.account_id) ?? 0) + 1);
          returned += 1;
        }
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("an account's first job is claimed within 3 claims, even if another account queued 1,000 jobs", async () => {
    const [many, few] = [await anAccount(here.one.db), await anAccount(here.one.db)];
    for (let n = 0; n < 1_000; n += 1) await enqueue(many);
    let last = await claimed();
    for (let n = 0; n < 50; n += 1) last = await claimed();
    await requeue(here.one.db, last, clock.time, { crashed: false });
    const mine = [await enqueue(few), await enqueue(few), await enqueue(few)];
    const order: string[] = [];
    for (let n = 0; n < 8; n += 1) order.push((await claimed()).id);
    const at = mine.map((id) => order.indexOf(id));
    assert.ok((at[0] ?? -1) >= 0 && (at[0] ?? 9) <= 2, `places ${at.join()}`);
    assert.ok((at[2] ?? -1) > (at[0] ?? 9) + 2, `the third job waits for one of the many: ${at.join()}`);
  });

  test('an account with long video jobs gets about as much running time as an account with small jobs', async () => {
    const [videos, notes] = [await anAccount(here.one.db), await anAccount(here.one.db)];
    for (let n = 0; n < 3; n += 1) await enqueue(videos, 600_000);
    const order = [(await claimed()).account_id];
    for (let n = 0; n < 5; n += 1) await enqueue(notes, 50);
    for (let n = 0; n < 5; n += 1) order.push((await claimed()).account_id);
    assert.deepEqual(order, [videos, notes, notes, notes, notes, notes]);
    // The small jobs between two videos take about as much time as one video.
    let small = 0;
    for (; small < 100; small += 1) {
      await enqueue(notes, 60_000);
      if ((await claimed()).account_id === videos) break;
    }
    assert.ok(small > 5 && small < 15, `${small} small jobs before the next video`);
  });

  test('claims several jobs at once in the same order as single jobs', async () => {
    const accounts = [await anAccount(here.one.db), await anAccount(here.one.db)];
    const [many = '', few = ''] = accounts;
    for (let n = 0; n < 10; n += 1) await enqueue(many);
    await enqueue(few);
    await enqueue(few);
    const first = await claimSeveral(here.one, 5);
    assert.deepEqual(
      first.map(({ account_id }) => account_id),
      [many, few, many, few, many],
    );
    assert.deepEqual(
      first.map(({ status, fencing_token }) => [status, fencing_token]),
      first.map(() => ['processing', 1]),
    );
    const rest = await claimSeveral(here.other, 100);
    assert.equal(new Set([...first, ...rest].map(({ id }) => id)).size, 12);
    assert.deepEqual(await claimSeveral(here.one, 100), []);
  });

  test("runs one account's jobs in the order of submission", async () => {
    const account = await anAccount(here.one.db);
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await enqueue(account));
    const order = [];
    for (let n = 0; n < 5; n += 1) order.push((await claimed(n % 2 ? here.one : here.other)).id);
    assert.deepEqual(order, ids);
    assert.equal(await claim(here.one), undefined);
  });

  test('exactly one of 4 processes claims each of 300 jobs', { timeout: 60_000 }, async () => {
    const accounts = [
      await anAccount(here.one.db),
      await anAccount(here.one.db),
      await anAccount(here.one.db),
    ];
    const ids = [];
    for (let n = 0; n < 300; n += 1) ids.push(await enqueue(accounts[n % 3] ?? ''));
    const racers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = fork(racer, [JSON.stringify(here.env), String(clock.time)]);
        await once(child, 'message');
        return child;
      }),
    );
    try {
      const answers = await Promise.all(
        racers.map(async (child) => {
          const answer = once(child, 'message');
          child.send('go');
          return ((await answer) as [JobsRaceOutcome])[0].ids;
        }),
      );
      assert.deepEqual(answers.flat().sort(), ids.sort());
      assert.ok(answers.filter(({ length }) => length > 0).length > 1, 'more than one process took part');
    } finally {
      for (const child of racers) child.disconnect();
      await Promise.all(racers.map((child) => once(child, 'exit')));
    }
  });

  test('requeues a job exactly once if its process stops sending heartbeats', async () => {
    await enqueue(await anAccount(here.one.db));
    const lost = await claimed(here.other);
    assert.deepEqual(await abandonedJobs(here.one.db), []);
    for (let step = 0; step < 4; step += 1) {
      clock.time += 5_000;
      await here.one.renew();
    }
    await here.one.lease.sweep();
    const [abandoned] = await abandonedJobs(here.one.db);
    assert.equal(abandoned?.id, lost.id);
    const found = [1, 2, 3].map(() => requeue(here.one.db, lost, clock.time, { crashed: true }));
    assert.deepEqual((await Promise.all(found)).filter(Boolean).length, 1);
    assert.deepEqual(await stillHeld(here.other.db, [lost]), new Set());
    assert.equal(await requeue(here.other.db, lost, clock.time, { crashed: false }), false);
    const again = await claimed();
    assert.deepEqual([again.id, again.fencing_token, again.crash_count], [lost.id, 2, 1]);
    assert.deepEqual(await stillHeld(here.one.db, [again]), new Set([again.id]));
    assert.deepEqual(await stillHeld(here.other.db, [lost]), new Set());
    assert.equal(await requeue(here.other.db, lost, clock.time, { crashed: false }), false);
  });

  test('requeues a job that is claimed while the job runner stops, without counting a crash', async () => {
    await enqueue(await anAccount(here.one.db));
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changes = new Changes();
    let changed = 0;
    changes.onChanged(() => (changed += 1));
    const jobRunner = new JobRunner({
      ...{ database: here.one.db, clock, changes, tracing: noTracing, jobsAtOnce: 1, capabilities: [] },
      log: { info: () => {}, warn: () => {}, error: (error: unknown) => assert.fail(String(error)) },
      lease: leaseThat(async (claim) => {
        asked.resolve();
        await answered.promise;
        return here.one.lease.claim(claim);
      }),
      executor: { execute: () => assert.fail('it was started') },
      completion: { fail: () => assert.fail('it failed') },
    });
    jobRunner.start();
    await asked.promise;
    const stopped = jobRunner.stop(0);
    answered.resolve();
    await stopped;
    assert.equal(changed, 1, 'it was claimed before the job runner had stopped');
    const row = await here.one.db.query
      .selectFrom('jobs')
      .select(['status', 'fencing_token', 'crash_count', 'lease_id'])
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { status: 'queued', fencing_token: 1, crash_count: 0, lease_id: null });
  });

  test('30 notifications for an empty queue cause fewer than 10 attempts to claim jobs', async () => {
    let claims = 0;
    const begun = Promise.withResolvers<string>();
    const changes = new Changes();
    const jobRunner = new JobRunner({
      ...{ database: here.one.db, clock, changes, tracing: noTracing, jobsAtOnce: 1, capabilities: [] },
      log: { info: () => {}, warn: () => {}, error: (error: unknown) => assert.fail(String(error)) },
      lease: leaseThat((claim) => {
        claims += 1;
        return here.one.lease.claim(claim);
      }),
      executor: { execute: ({ id }) => Promise.resolve(begun.resolve(id)) },
      completion: { fail: () => assert.fail('it failed') },
    });
    jobRunner.start();
    for (let call = 0; call < 30; call += 1) {
      changes.queued();
      // If a claim has been sent, waits until it has completed.
      for (let n = 0; n < 3; n += 1) await here.one.db.check();
    }
    assert.ok(claims < 10, `30 calls caused ${claims} claims`);
    const id = await enqueue(await anAccount(here.one.db));
    changes.queued();
    assert.equal(await begun.promise, id);
    await jobRunner.stop(0);
  });

  test("if the database's response to a claim is lost, the process still runs the claimed job", async () => {
    const id = await enqueue(await anAccount(here.one.db));
    let lost = false;
    const lease = leaseThat((claim) =>
      here.one.lease.claim(async (leaseId) => {
        const rows = await claim(leaseId);
        if (lost) return rows;
        lost = true;
        throw new Error('Connection terminated unexpectedly');
      }),
    );
    const errors: unknown[] = [];
    const begun = Promise.withResolvers<string>();
    const changes = new Changes();
    const jobRunner = new JobRunner({
      ...{ database: here.one.db, clock, changes, tracing: noTracing, jobsAtOnce: 1, capabilities: [] },
      log: { info: () => {}, warn: () => {}, error: (error: unknown) => errors.push(error) },
      lease,
      executor: { execute: (job) => Promise.resolve(begun.resolve(job.id)) },
      completion: { fail: () => assert.fail('it failed') },
    });
    jobRunner.start();
    assert.equal(await begun.promise, id);
    await jobRunner.stop(0);
    assert.match(String(errors), /Connection terminated/);
  });

  /** Returns the lease of the first process, with `claim` instead of the lease's own method `claim`. */
  function leaseThat(claim: <T>(claim: (leaseId: string) => Promise<T>) => Promise<T>) {
    const { lease } = here.one;
    return {
      claim,
      ensure: () => lease.ensure(),
      get isInDoubt() {
        return lease.isInDoubt;
      },
    };
  }

  test('an orphaned object that cannot be removed does not prevent the removal of other objects', async () => {
    const failure = new Error('the disk has an error');
    const removed: string[] = [];
    const store = {
      remove: (name: string) => {
        if (name === 'broken') return Promise.reject(failure);
        removed.push(name);
        return Promise.resolve();
      },
    };
    const orphanedObjects = new OrphanedObjects({ database: here.one.db, store, lease: here.one.lease });
    for (const name of ['a', 'broken', 'c']) await orphanedObjects.drop(here.one.db.query, name);
    await assert.rejects(orphanedObjects.sweep(), failure);
    assert.deepEqual(removed.sort(), ['a', 'c']);
    const rows = await here.one.db.query.selectFrom('orphaned_objects').select('name').execute();
    assert.deepEqual(rows, [{ name: 'broken' }]);
  });
});
