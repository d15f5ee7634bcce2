/** Tests which worker a conversion is sent to. */
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
  ['returns undefined if there are no workers', [], undefined],
  ['chooses the only worker, however busy it is', [worker('a', { load: 50 })], 'a'],
  ['chooses the worker with less load', [worker('a', { load: 2 }), worker('b', { load: 1 })], 'b'],
  [
    'chooses the worker with less load per slot',
    [worker('a', { load: 2, slots: 2 }), worker('b', { load: 3, slots: 8 })],
    'b',
  ],
  [
    'counts conversions that were sent to a worker since its last heartbeat as load',
    [worker('a', { sent: 1 }), worker('b')],
    'b',
  ],
  [
    'adds the conversions that were sent to a worker since its last heartbeat to the load that it reported',
    [worker('a', { load: 1, sent: 2 }), worker('b', { load: 2 })],
    'b',
  ],
  [
    'chooses the least recently used of equally loaded workers',
    [worker('a', { sentAt: 9 }), worker('b', { sentAt: 4 })],
    'b',
  ],
  [
    'of equally loaded workers, chooses a worker that was never used',
    [worker('a', { sentAt: 1 }), worker('b')],
    'b',
  ],
];

for (const [what, workers, chosen] of rows) {
  test(what, () => {
    assert.equal(leastLoaded(workers)?.id, chosen);
  });
}
