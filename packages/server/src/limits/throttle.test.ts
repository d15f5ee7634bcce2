import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Throttle } from './throttle.ts';

function clockAt(start: number) {
  const clock = { time: start, now: () => clock.time, elapsed: () => clock.time };
  return clock;
}

test('admits the limit, refuses the next, and opens again when the window ends (contract part 8, rule 1)', () => {
  const clock = clockAt(1_700_000_000_500);
  const throttle = new Throttle(clock);
  const first = Array.from({ length: 5 }, () => throttle.take('a', 5));
  assert.deepEqual(
    first.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 4],
      [true, 3],
      [true, 2],
      [true, 1],
      [true, 0],
    ],
  );
  clock.time += 20_000;
  const refused = throttle.take('a', 5);
  assert.deepEqual(refused, { allowed: false, limit: 5, remaining: 0, reset: 1_700_000_061, retryAfter: 40 });
  assert.equal(throttle.take('b', 5).allowed, true, 'another caller has a window of its own');
  clock.time += 40_000;
  assert.equal(throttle.take('a', 5).remaining, 4);
});

test('looking counts nothing', () => {
  const throttle = new Throttle(clockAt(0));
  assert.equal(throttle.look('a', 5).remaining, 5);
  assert.equal(throttle.look('a', 5).remaining, 5);
  assert.equal(throttle.take('a', 5).remaining, 4);
  assert.equal(throttle.look('a', 5).remaining, 4);
});

test('within any window no caller is admitted more than its limit, whatever the order of requests', () => {
  const step = fc.record({ caller: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(30_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 8 }), (steps, limit) => {
      const clock = clockAt(0);
      const throttle = new Throttle(clock);
      const admitted = new Map<string, number>();
      for (const { caller, wait } of steps) {
        clock.time += wait;
        const { allowed, reset } = throttle.take(caller, limit);
        if (!allowed) continue;
        const window = `${caller} ${reset}`;
        admitted.set(window, (admitted.get(window) ?? 0) + 1);
        assert.ok((admitted.get(window) ?? 0) <= limit);
      }
    }),
  );
});
