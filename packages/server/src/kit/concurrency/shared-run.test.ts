import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedRun } from './shared-run.ts';

/**
 * Creates a `SharedRun` and returns it with the list of its runs. The test ends each run by resolving or rejecting it.
 */
function controlled() {
  const runs: PromiseWithResolvers<void>[] = [];
  const shared = new SharedRun(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { shared, runs };
}

test('all calls that arrive during a run share the next run', async () => {
  const { shared, runs } = controlled();
  const first = shared.run();
  const [second, third] = [shared.run(), shared.run()];
  assert.equal(runs.length, 1);
  runs[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await Promise.all([second, third]);
  assert.equal(runs.length, 2);
});

test('starts a new run for a call that arrives after the first run has ended', async () => {
  const { shared, runs } = controlled();
  const first = shared.run();
  runs[0]?.resolve();
  await first;
  const second = shared.run();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await second;
});

test('calls that wait for the next run succeed even if the current run fails', async () => {
  const { shared, runs } = controlled();
  const first = shared.run();
  const next = [shared.run(), shared.run()];
  runs[0]?.reject(new Error('the disk is gone'));
  await assert.rejects(first, /the disk is gone/);
  await new Promise(setImmediate);
  runs[1]?.resolve();
  await Promise.all(next);
});

test('a call that arrives during the second run starts a third run', async () => {
  const { shared, runs } = controlled();
  const first = shared.run();
  const second = shared.run();
  runs[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  const third = shared.run();
  assert.equal(runs.length, 2, 'the second runs, and began before the third was asked for');
  runs[1]?.resolve();
  await second;
  await new Promise(setImmediate);
  assert.equal(runs.length, 3);
  runs[2]?.resolve();
  await third;
});

test('settled() resolves once the last run has ended', async () => {
  const { shared, runs } = controlled();
  void shared.run();
  void shared.run();
  let settled = false;
  const over = shared.settled().then(() => (settled = true));
  runs[0]?.resolve();
  await new Promise(setImmediate);
  assert.equal(settled, false);
  runs[1]?.resolve();
  await over;
});
