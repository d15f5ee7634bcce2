import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterAttempt, firstAttempt, type DeliveryProgress, type Schedule } from './schedule.ts';

const usual: Schedule = [0, 30_000, 300_000, 1_800_000, 7_200_000];

test('a webhook delivery makes 5 attempts with the delays of contract §8.5', () => {
  let now = 1_000;
  let row: DeliveryProgress = {
    ...{ status: 'pending', attempts: 0, last_error: null },
    due_at: firstAttempt(usual, now),
  };
  const waits: number[] = [];
  while (row.due_at !== null) {
    waits.push((row.due_at - now) / 1000);
    now = row.due_at;
    row = afterAttempt(usual, { ...row, schedule_start: 0 }, 'HTTP 500', now);
  }
  assert.deepEqual(waits, [0, 30, 300, 1_800, 7_200]);
  assert.deepEqual(row, { status: 'failed', attempts: 5, last_error: 'HTTP 500', due_at: null });
});

const schedules = fc
  .tuple(fc.nat(), fc.nat(), fc.nat())
  .chain(([first, ...others]) => fc.subarray(others).map((some): Schedule => [first, ...some]));

test('a webhook delivery has the correct status and attempt count after any series of outcomes', () => {
  fc.assert(
    fc.property(schedules, fc.array(fc.constantFrom(null, 'a', 'b')), fc.nat(), (schedule, outcomes, now) => {
      let row = { status: 'pending', attempts: 0, due_at: firstAttempt(schedule, now) } as DeliveryProgress;
      const made: (string | null)[] = [];
      for (const outcome of outcomes) {
        if (row.due_at === null) break;
        row = afterAttempt(schedule, { ...row, schedule_start: 0 }, outcome, now);
        made.push(outcome);
        const ended = outcome === null || made.length === schedule.length;
        assert.equal(row.attempts, made.length);
        assert.equal(row.last_error, outcome);
        assert.equal(row.status, outcome === null ? 'delivered' : ended ? 'failed' : 'retrying');
        assert.equal(row.due_at === null, ended);
        if (row.due_at !== null) assert.equal(row.due_at, now + (schedule[made.length] ?? NaN));
      }
    }),
  );
});

test('redelivering a webhook restarts the schedule, however many attempts were made before', () => {
  fc.assert(
    fc.property(schedules, fc.nat(20), fc.nat(), (schedule, start, now) => {
      for (const [n] of schedule.entries()) {
        const attempts = start + n;
        const row = afterAttempt(schedule, { attempts, schedule_start: start }, 'HTTP 500', now);
        const wait = schedule[n + 1];
        assert.deepEqual(row, {
          ...{ status: wait === undefined ? 'failed' : 'retrying', attempts: attempts + 1 },
          ...{ last_error: 'HTTP 500', due_at: wait === undefined ? null : now + wait },
        });
      }
    }),
  );
});

test('if a redelivery is requested during a webhook attempt, the redelivery starts when the attempt ends', () => {
  for (const error of [null, 'HTTP 500']) {
    const row = afterAttempt(usual, { attempts: 5, schedule_start: 6 }, error, 9);
    assert.deepEqual(row, { status: 'retrying', attempts: 6, last_error: error, due_at: 9 });
  }
});
