import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachInSlices } from './in-slices.ts';

test('processes each item once and in order, even if some items are asynchronous', async () => {
  const seen: number[] = [];
  await eachInSlices(
    Array.from({ length: 250 }, (_, n) => n),
    (n) => (n % 2 === 0 ? void seen.push(n) : Promise.resolve(void seen.push(n))),
  );
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_, n) => n),
  );
});

test('lets other work run in the event loop after a slice of items, not after each item', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await eachInSlices(Array.from({ length: 50 }), () => {});
  assert.equal(turns, 0);
  await eachInSlices(Array.from({ length: 1000 }), () => {});
  clearImmediate(timer);
  assert.ok(turns >= 9, `${turns} turns`);
});

test('stops processing items after the first error', async () => {
  const seen: number[] = [];
  const failing = eachInSlices([1, 2, 3], (n) => {
    seen.push(n);
    if (n === 2) throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual(seen, [1, 2]);
});
