import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from './deadline.ts';

/** Returns a deadline of 60 s with an upper bound of 100 s, and a function that lets time pass. */
function started(): { deadline: Deadline; pass: (ms: number) => void } {
  let time = 5_000;
  const deadline = new Deadline({ now: () => time, limitMs: 60_000, longestMs: 100_000 });
  return { deadline, pass: (ms) => void (time += ms) };
}

test('waiting time does not count towards a deadline', () => {
  const { deadline, pass } = started();
  pass(50_000);
  assert.deepEqual([deadline.leftMs, deadline.longestLeftMs], [10_000, 50_000]);
  deadline.waited(30_000);
  assert.deepEqual([deadline.leftMs, deadline.countedMs], [40_000, 20_000]);
});

test('waiting time does not extend a deadline beyond its upper bound', () => {
  const { deadline, pass } = started();
  pass(95_000);
  deadline.waited(90_000);
  assert.deepEqual([deadline.leftMs, deadline.longestLeftMs], [5_000, 5_000]);
  pass(10_000);
  assert.deepEqual([deadline.leftMs, deadline.longestLeftMs], [1, 1]);
});
