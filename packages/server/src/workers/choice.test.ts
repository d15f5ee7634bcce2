/** Tests to which worker a conversion is sent. */
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
  ['returns undefined without workers', [], undefined],
  ['chooses the only worker, however busy', [worker('a', { load: 50 })], 'a'],
  ['chooses the worker with less load', [worker('a', { load: 2 }), worker('b', { load: 1 })], 'b'],
  [
    'compares the load with the number of slots',
    [worker('a', { load: 2, slots: 2 }), worker('b', { load: 3, slots: 8 })],
    'b',
  ],
  ['counts conversions sent since the heartbeat', [worker('a', { sent: 1 }), worker('b')], 'b'],
  ['adds both kinds of load', [worker('a', { load: 1, sent: 2 }), worker('b', { load: 2 })], 'b'],
  [
    'prefers the least recently used worker in a tie',
    [worker('a', { sentAt: 9 }), worker('b', { sentAt: 4 })],
    'b',
  ],
  ['prefers a worker that was never used in a tie', [worker('a', { sentAt: 1 }), worker('b')], 'b'],
];

for (const [what, workers, chosen] of rows) {
  test(what, () => {
    assert.equal(leastLoaded(workers)?.id, chosen);
  });
}
