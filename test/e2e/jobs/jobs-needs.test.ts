/** Each worker claims the first job that its engines can run. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { Claims } from '../../../packages/server/src/jobs/claims.ts';
import type { JobRecord } from '../../../packages/server/src/jobs/queue.ts';
import { compareQueued } from '../../../packages/server/src/jobs/start-tag.ts';
import { onEachDatabase, processPairFixture } from '../../support/fixtures.ts';
import { anAccount, TestClock, type LimitsProcess } from '../../support/server/limits-process.ts';
import { enqueueJob } from '../../support/jobs/queued-job.ts';

onEachDatabase((kind) => {
  const clock = new TestClock(1_800_000_000_000);
  const here = processPairFixture(kind, clock);

  beforeEach(async () => {
    await here.one.db.query.deleteFrom('jobs').execute();
    for (const { renew } of here.processes) await renew();
  });

  const enqueue = (account: string, needs: readonly string[] | null = null): Promise<string> =>
    enqueueJob(here.one.db, clock, { account, needs });

  const claims = async ({ db, lease }: LimitsProcess, capabilities: readonly string[]) =>
    new Claims({ database: db, clock, capabilities }).next(await lease.ensure(), 9);

  test('a process skips earlier jobs that its engines cannot run', async () => {
    const account = await anAccount(here.one.db);
    const [unknown, plain, both, other] = [
      await enqueue(account),
      await enqueue(account, []),
      await enqueue(account, ['pandoc', 'typst']),
      await enqueue(account, ['libreoffice']),
    ];
    assert.deepEqual(idsOf(await claims(here.one, ['pandoc'])), [unknown, plain]);
    assert.deepEqual(idsOf(await claims(here.one, ['typst', 'calibre'])), []);
    assert.deepEqual(idsOf(await claims(here.one, ['libreoffice'])), [other]);
    assert.deepEqual(idsOf(await claims(here.other, ['calibre', 'typst', 'pandoc'])), [both]);
  });

  test('for any sequence of jobs, each process claims the first job that its engines can run', async () => {
    const engines = ['calibre', 'ffmpeg', 'pandoc'];
    const accounts = [await anAccount(here.one.db), await anAccount(here.one.db)];
    const claimants = [[], ['ffmpeg'], ['calibre', 'pandoc'], engines].map((capabilities) => ({
      capabilities,
      claims: new Claims({ database: here.one.db, clock, capabilities }),
    }));
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          does: fc.constant('submit' as const),
          who: fc.nat(1),
          needs: fc.option(fc.subarray(engines)),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          does: fc.constant('claim' as const),
          by: fc.nat(3),
          most: fc.integer({ min: 1, max: 4 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.nat(2_000) }) },
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      await here.one.db.query.deleteFrom('jobs').execute();
      for (const taken of steps) {
        if (taken.does === 'submit') await enqueue(accounts[taken.who] ?? '', taken.needs);
        else if (taken.does === 'wait') clock.time += taken.ms;
        else {
          const { claims, capabilities } = claimants[taken.by] ?? assert.fail();
          const all = await here.one.db.query
            .selectFrom('jobs')
            .selectAll()
            .where('status', '=', 'queued')
            .execute();
          const mine = all.filter(({ needs }) =>
            (JSON.parse(needs ?? '[]') as string[]).every((need) => capabilities.includes(need)),
          );
          const expected = mine.sort(compareQueued).slice(0, taken.most);
          await here.one.renew();
          const jobs = await claims.next(await here.one.lease.ensure(), taken.most);
          assert.deepEqual(idsOf(jobs), idsOf(expected));
        }
      }
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

const idsOf = (jobs: readonly JobRecord[]) => jobs.map(({ id }) => id);
