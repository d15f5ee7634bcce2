import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cancellations } from './cancellations.ts';

test('cancels an MCP request only if both the session and the request id match', () => {
  const cancellations = new Cancellations();
  const watch = cancellations.watch('a', [1, '1']);
  cancellations.cancel('b', 1);
  cancellations.cancel(undefined, 1);
  cancellations.cancel('a', 2);
  assert.deepEqual([watch.signalOf(1)?.aborted, watch.signalOf('1')?.aborted], [false, false]);
  cancellations.cancel('a', 1);
  assert.deepEqual([watch.signalOf(1)?.aborted, watch.signalOf('1')?.aborted], [true, false]);
  watch[Symbol.dispose]();
  cancellations.cancel('a', '1');
  assert.equal(watch.signalOf('1')?.aborted, false);
});

test('cancels a later MCP request with the same id as an ended request', () => {
  const cancellations = new Cancellations();
  const earlier = cancellations.watch('a', [1]);
  using later = cancellations.watch('a', [1]);
  earlier[Symbol.dispose]();
  cancellations.cancel('a', 1);
  assert.equal(later.signalOf(1)?.aborted, true);
});

test('ignores the cancellation of an MCP request without a session', () => {
  const cancellations = new Cancellations();
  using watch = cancellations.watch(undefined, [1]);
  cancellations.cancel(undefined, 1);
  assert.equal(watch.signalOf(1), undefined);
});
