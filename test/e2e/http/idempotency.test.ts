/**
 * Tests idempotency keys in the database. Only one of several concurrent requests with the same key runs, and its
 * stored response survives the end of its process.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { onEachDatabase, processPairFixture } from '../../support/fixtures.ts';
import { idempotencyCommands } from '../../support/accounts/idempotency-model.ts';
import type { IdempotencyRace, IdempotencyRaceOutcome } from '../../support/accounts/idempotency-racer.ts';
import { anAccount, TestClock } from '../../support/server/limits-process.ts';

const racer = fileURLToPath(new URL('../../support/accounts/idempotency-racer.ts', import.meta.url));

onEachDatabase((kind) => {
  const clock = new TestClock(1_800_000_000_000);
  const here = processPairFixture(kind, clock);

  test('two processes with shared idempotency keys respond like a reference model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(idempotencyCommands, { maxCommands: 40, size: 'max' }), async (steps) => {
        for (const { renew } of here.processes) await renew();
        const real = { processes: here.processes, clock, account: await anAccount(here.one.db), records: [] };
        await fc.asyncModelRun(() => ({ model: { keys: new Map(), uses: [] }, real }), steps);
      }),
      { numRuns: 60 },
    );
  });

  test('accounts and endpoints can use the same idempotency key independently', async () => {
    const [mine, yours] = [await anAccount(here.one.db), await anAccount(here.one.db)];
    await here.one.idempotency.begin({ accountId: mine, endpoint: '/v1/convert', key: 'k' });
    await here.one.idempotency.begin({ accountId: mine, endpoint: '/v1/jobs', key: 'k' });
    await here.one.idempotency.begin({ accountId: yours, endpoint: '/v1/convert', key: 'k' });
  });

  test('exactly one of 4 concurrent processes claims each of 50 idempotency keys', async () => {
    for (const { renew } of here.processes) await renew();
    const startRacer = async () => {
      const child = fork(racer, [JSON.stringify(here.env), String(clock.time)]);
      await once(child, 'message');
      return child;
    };
    const racers = await Promise.all(Array.from({ length: 4 }, startRacer));
    const accountId = await anAccount(here.one.db);
    const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`);
    try {
      const claims = await Promise.all(
        racers.map(async (child) => {
          const answer = once(child, 'message');
          child.send({ accountId, keys } satisfies IdempotencyRace);
          return ((await answer) as [IdempotencyRaceOutcome])[0].claimed;
        }),
      );
      assert.deepEqual(claims.flat().sort(), [...keys].sort());
    } finally {
      const ends = racers.map((child) => once(child, 'exit'));
      for (const child of racers) child.kill('SIGKILL');
      await Promise.all(ends);
    }
    await here.one.sweep();
    for (const key of keys) await here.one.idempotency.begin({ accountId, endpoint: '/v1/convert', key });
  });
});
