import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { paced } from './paced.ts';

function shownOf({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const shown: number[] = [];
  return {
    shown,
    pace: paced((value: number) => shown.push(value)),
    pass: (ms: number) => mock.timers.tick(ms),
  };
}

test('shows the first value of a series immediately, and the latest value after the interval', (context) => {
  const { shown, pace, pass } = shownOf(context);
  [1, 2, 3].forEach((value) => pace.next(value));
  assert.deepEqual(shown, [1]);
  pass(249);
  assert.deepEqual(shown, [1]);
  pass(1);
  assert.deepEqual(shown, [1, 3]);
  pace.next(4);
  assert.deepEqual(shown, [1, 3]);
  pass(250);
  pass(1_000);
  assert.deepEqual(shown, [1, 3, 4]);
  pace.next(5);
  assert.deepEqual(shown, [1, 3, 4, 5]);
});

test('shows no further values after the display of throttled values is stopped', (context) => {
  const { shown, pace, pass } = shownOf(context);
  [1, 2].forEach((value) => pace.next(value));
  pace.stop();
  pass(1_000);
  pace.next(3);
  assert.deepEqual(shown, [1]);
});

test('shows only the latest of several values that arrive during the first delay', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const shown: number[] = [];
  const pace = paced((value: number) => shown.push(value), { firstMs: 100, everyMs: 3_000 });
  [1, 2].forEach((value) => pace.next(value));
  mock.timers.tick(99);
  assert.deepEqual(shown, []);
  mock.timers.tick(1);
  assert.deepEqual(shown, [2]);
  pace.next(3);
  mock.timers.tick(3_000);
  assert.deepEqual(shown, [2, 3]);
});
