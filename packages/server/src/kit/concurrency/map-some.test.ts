import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { mapSome } from './map-some.ts';

test('runs items concurrently up to the limit and returns results in the order of the items', async () => {
  let [running, most] = [0, 0];
  const doubled = await mapSome([5, 1, 4, 2, 3], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let n = 0; n < turns; n += 1) await turn();
    running -= 1;
    return turns * 2;
  });
  assert.deepEqual([doubled, most], [[10, 2, 8, 4, 6], 2]);
});

test('does not start another item after an item has failed', async () => {
  const begun: number[] = [];
  const fail = async (turns: number, n: number) => {
    begun.push(n);
    for (let m = 0; m < turns; m += 1) await turn();
    throw new Error(`item ${n}`);
  };
  await assert.rejects(mapSome([9, 1, 1, 1], 2, fail), { message: 'item 0' });
  assert.deepEqual(begun, [0, 1]);
});
