import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairSemaphore, SemaphoreFullError, type AcquireOptions } from './fair-semaphore.ts';

let now = 0;

const slotsOf = (size: number, maxWaiting: number, maxWaitMs = 20_000) =>
  new FairSemaphore({ size, maxWaiting, maxWaitMs, now: () => now });

/** Occupies a slot, queues further work and frees the slot. Returns the order in which the queued work ran. */
async function orderOf(
  slots: FairSemaphore,
  queued: readonly (AcquireOptions & { name?: string })[],
  first: AcquireOptions = { caller: 'a' },
  meanwhile = () => {},
): Promise<string> {
  const held = Promise.withResolvers<void>();
  const served: string[] = [];
  const all = [slots.run(() => held.promise, first)];
  for (const { name, ...options } of queued)
    all.push(
      slots.run(() => {
        served.push(name ?? options.caller ?? '');
        return Promise.resolve();
      }, options),
    );
  meanwhile();
  held.resolve();
  await Promise.all(all);
  return served.join('');
}

const fullness = (full: string) => (error: unknown) =>
  error instanceof SemaphoreFullError && error.full === full;

test('starts queued tasks in order, and never runs more tasks than there are slots', async () => {
  const slots = slotsOf(2, 10);
  const started: number[] = [];
  let most = 0;
  let running = 0;
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      slots.run(async () => {
        started.push(n);
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
      }),
    ),
  );
  assert.equal(most, 2);
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(slots.busy, 0);
});

test('frees the place of an aborted task in a full queue', async () => {
  const slots = slotsOf(1, 1);
  const first = Promise.withResolvers<void>();
  const running = slots.run(() => first.promise);
  const leaving = new AbortController();
  const waiting = slots.run(() => Promise.resolve('ran'), { signal: leaving.signal });
  await assert.rejects(
    slots.run(() => Promise.resolve()),
    SemaphoreFullError,
  );
  leaving.abort(new Error('left'));
  await assert.rejects(waiting, /left/);
  const second = slots.run(() => Promise.resolve('second'));
  first.resolve();
  await running;
  assert.equal(await second, 'second');
  assert.equal(slots.busy, 0);
});

test('frees the slot of a failed task', async () => {
  const slots = slotsOf(1, 0);
  await assert.rejects(
    slots.run(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await slots.run(() => Promise.resolve(1)), 1);
});

test('serves callers in turn, even if one caller has queued many tasks', async () => {
  const slots = slotsOf(1, 12);
  const callers = ['a', 'a', 'a', 'b', 'b', 'c'].map((caller) => ({ caller }));
  // The work that occupies the slot counts as the first turn of the caller `a`.
  assert.equal(await orderOf(slots, callers), 'bcabaa');
  assert.deepEqual([slots.busy, slots.waiting], [0, 0]);
});

test('limits a caller to half of the queue', async () => {
  const slots = slotsOf(1, 4);
  const first = Promise.withResolvers<void>();
  const all = [slots.run(() => first.promise, { caller: 'a' })];
  const turn = (caller: string) => slots.run(() => Promise.resolve(), { caller });
  all.push(turn('a'), turn('a'));
  await assert.rejects(turn('a'), fullness('share'));
  slots.check('b');
  all.push(turn('b'), turn('b'));
  await assert.rejects(turn('c'), fullness('queue'));
  first.resolve();
  await Promise.all(all);
  slots.check('a');
});

test('runs short tasks before long tasks, whichever caller queued the tasks', async () => {
  const hour = 3_600_000;
  const may = { mayWaitInFullQueue: true };
  const order = await orderOf(
    slotsOf(1, 100),
    [
      { name: 'V', caller: 'v', costMs: hour, ...may },
      { name: 'W', caller: 'w', costMs: hour, ...may },
      ...Array.from({ length: 5 }, () => ({ caller: 's', costMs: 50, ...may })),
      { name: 't', caller: 't', costMs: 40, ...may },
    ],
    { caller: 'u', costMs: 100 },
  );
  assert.equal(order, 'tsssssVW');
});

test('runs a long task before short tasks once the long task has waited for the maximum time', async () => {
  const long = { name: 'V', caller: 'v', costMs: 19_000 };
  const small = Array.from({ length: 3 }, (_, n) => ({ caller: `${n}`, costMs: 10 }));
  assert.equal(await orderOf(slotsOf(1, 10), [long, ...small]), '012V');
  const slots = slotsOf(1, 10);
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const running = slots.run(() => held.promise, { caller: 'a' });
  const turn = (name: string, costMs: number) =>
    slots.run(() => Promise.resolve(order.push(name)), { caller: name, costMs, mayWaitInFullQueue: true });
  const first = turn('V', 19_000);
  now += 20_000;
  const others = ['0', '1', '2'].map((name) => turn(name, 10));
  held.resolve();
  await Promise.all([running, first, ...others]);
  assert.equal(order.join(''), 'V012');
});

test('rejects a task that would wait too long, and reports the expected wait', async () => {
  const slots = slotsOf(2, 1_000);
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = ends.map(({ promise }) => slots.run(() => promise, { caller: 'a', costMs: 1_000 }));
  const turn = (caller: string, costMs: number) => slots.run(() => Promise.resolve(), { caller, costMs });
  // Queues 39 s of work on 2 slots.
  for (let n = 0; n < 38; n += 1) all.push(turn(`c${n}`, 1_000));
  slots.check('d', 1_000);
  all.push(turn('d', 1_000), turn('e', 1_000));
  await assert.rejects(turn('g', 1_000), (error) => {
    assert.ok(error instanceof SemaphoreFullError);
    assert.deepEqual([error.full, error.waitMs], ['queue', 21_000]);
    return true;
  });
  // Short work hardly waits, because short work runs before long work.
  all.push(turn('g', 10));
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  slots.check('g', 1_000);
});

test('rejects a task with the reason "share" if the caller has queued too much work', async () => {
  const slots = slotsOf(1, 1_000);
  const first = Promise.withResolvers<void>();
  const turn = (caller: string, costMs: number) => slots.run(() => Promise.resolve(), { caller, costMs });
  const all = [slots.run(() => first.promise, { caller: 'a', costMs: 1_000 })];
  for (let n = 0; n < 20; n += 1) all.push(turn('a', 1_000));
  await assert.rejects(turn('a', 1_000), fullness('share'));
  all.push(turn('b', 1_000));
  first.resolve();
  await Promise.all(all);
});

test('estimates that an overdue task takes twice the time that has already passed', async () => {
  const slots = slotsOf(1, 10);
  const first = Promise.withResolvers<void>();
  const running = slots.run(() => first.promise, { caller: 'a', costMs: 100 });
  now += 19_000;
  slots.check('b', 10);
  now += 2_000;
  assert.throws(() => slots.check('b', 10), fullness('queue'));
  first.resolve();
  await running;
});
