import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slots, SlotsFull } from './slots.ts';

test('never more at once than its size, and every waiter gets its turn in order', async () => {
  const slots = new Slots(2, 10);
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

test('a full line is refused at once, and a waiter that leaves makes room', async () => {
  const slots = new Slots(1, 1);
  const first = Promise.withResolvers<void>();
  const running = slots.run(() => first.promise);
  const leaving = new AbortController();
  const waiting = slots.run(() => Promise.resolve('ran'), leaving.signal);
  await assert.rejects(
    slots.run(() => Promise.resolve()),
    SlotsFull,
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
  const slots = new Slots(1, 0);
  await assert.rejects(
    slots.run(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await slots.run(() => Promise.resolve(1)), 1);
});
