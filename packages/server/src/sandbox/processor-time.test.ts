/** Tests reading the processor times of real processes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { processorTimes } from './processor-time.ts';

test('counts the processor time of a process and of its exited children', async () => {
  const spin = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done';
  const child = spawn('/bin/sh', ['-c', `sh -c '${spin}'; ${spin}; echo done; read -r end`]);
  try {
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    const { usedMs, waitedMs } = processorTimes([pid]);
    assert.ok(usedMs >= 40, `${usedMs}`);
    assert.deepEqual([...waitedMs.keys()], [pid]);
    const reported = processorTimes([pid, process.pid]);
    assert.ok(reported.usedMs > usedMs);
    assert.ok([...reported.waitedMs.values()].every((ms) => ms >= 0));
  } finally {
    child.stdin.end('\n');
    await once(child, 'close');
  }
});

test('returns no processor time for a process that has exited', () => {
  assert.deepEqual(processorTimes([2 ** 22 + 1]), { usedMs: 0, waitedMs: new Map() });
});
