/** How long an engine may take follows from the size of the file, and processor time ends before the wall time does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds, defaultLimits, prlimitFlags } from '../sandbox/limits.ts';
import { paceOf } from './engine.ts';
import { engines } from './index.ts';

test('a file may take longer the larger it is', () => {
  const pace = { ms: 20_000, perMegabyte: 5_000 };
  assert.deepEqual(paceOf({ pace }, 4e6), { wallMs: 40_000 });
  assert.deepEqual(paceOf({ pace, singleThreaded: true }, 4e6), { wallMs: 40_000, cpuMs: 32_000 });
});

test('the processor time of an engine of one thread ends before its wall time', () => {
  for (const engine of engines.filter(({ singleThreaded }) => singleThreaded)) {
    for (const bytes of [0, 1e6, 100e6]) {
      const { wallMs, cpuMs = Infinity } = paceOf(engine, bytes);
      assert.ok(cpuMs < wallMs - 5_000, engine.id);
    }
  }
});

test('the kernel ends a process by the signal that says why, before the one that does not', () => {
  const limits = { ...defaultLimits, cpuMs: 12_345 };
  assert.equal(cpuSeconds(limits), 13);
  assert.ok(prlimitFlags(limits).includes('--cpu=13:15'));
  assert.equal(cpuSeconds(defaultLimits), 240);
});
