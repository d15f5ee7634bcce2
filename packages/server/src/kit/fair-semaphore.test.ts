import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairSemaphore, SemaphoreFullError } from './fair-semaphore.ts';

test('never more at once than its size, and every waiter gets its turn in order', async () => {
  const slots = new FairSemaphore(2, 10);
  const started: number[] = [];
  let most = 0;
  let now = 0;
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      slots.run(async () => {
        started.push(n);
        most = Math.max(most, (now += 1));
        await new Promise(setImmediate);
        now -= 1;
      }),
    ),
  );
  assert.equal(most, 2);
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(slots.busy, 0);
});

test('a full queue is refused at once, and a waiter that leaves makes room', async () => {
  const slots = new FairSemaphore(1, 1);
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

test('work that throws gives its slot back', async () => {
  const slots = new FairSemaphore(1, 0);
  await assert.rejects(
    slots.run(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await slots.run(() => Promise.resolve(1)), 1);
});

test('callers are served in turn, however long one of them stands in line', async () => {
  const slots = new FairSemaphore(1, 12);
  const first = Promise.withResolvers<void>();
  const served: string[] = [];
  const turn = (caller: string) =>
    slots.run(
      () => {
        served.push(caller);
        return Promise.resolve();
      },
      { caller },
    );
  const all = [slots.run(() => first.promise, { caller: 'a' })];
  for (const caller of ['a', 'a', 'a', 'b', 'b', 'c']) all.push(turn(caller));
  first.resolve();
  await Promise.all(all);
  assert.equal(served.join(''), 'abcaba');
  assert.deepEqual([slots.busy, slots.waiting], [0, 0]);
});

test('one caller gets half of the line, and the rest of it stays for others', async () => {
  const slots = new FairSemaphore(1, 4);
  const first = Promise.withResolvers<void>();
  const all = [slots.run(() => first.promise, { caller: 'a' })];
  const turn = (caller: string) => slots.run(() => Promise.resolve(), { caller });
  all.push(turn('a'), turn('a'));
  await assert.rejects(turn('a'), (error) => error instanceof SemaphoreFullError && error.full === 'share');
  slots.check('b');
  all.push(turn('b'), turn('b'));
  await assert.rejects(turn('c'), (error) => error instanceof SemaphoreFullError && error.full === 'queue');
  first.resolve();
  await Promise.all(all);
  slots.check('a');
});
