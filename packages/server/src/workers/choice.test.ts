/** Which worker a conversion goes to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastLoaded, type WorkerLoad } from './choice.ts';

const worker = (id: string, is: Partial<WorkerLoad> = {}) => ({
  ...{ id, slots: 2, load: 0, sent: 0, sentAt: 0 },
  ...is,
});

const rows: readonly [
  what: string,
  workers: readonly ReturnType<typeof worker>[],
  chosen: string | undefined,
][] = [
  ['nobody where there is none', [], undefined],
  ['the only one, however busy', [worker('a', { load: 50 })], 'a'],
  ['the one with less', [worker('a', { load: 2 }), worker('b', { load: 1 })], 'b'],
  ['less for its size', [worker('a', { load: 2, slots: 2 }), worker('b', { load: 3, slots: 8 })], 'b'],
  ['what was sent since the heartbeat counts', [worker('a', { sent: 1 }), worker('b')], 'b'],
  ['both kinds of load add up', [worker('a', { load: 1, sent: 2 }), worker('b', { load: 2 })], 'b'],
  ['of equal ones that which waited longest', [worker('a', { sentAt: 9 }), worker('b', { sentAt: 4 })], 'b'],
  ['one that was never sent to before all', [worker('a', { sentAt: 1 }), worker('b')], 'b'],
];

for (const [what, workers, chosen] of rows) {
  test(what, () => {
    assert.equal(leastLoaded(workers)?.id, chosen);
  });
}
