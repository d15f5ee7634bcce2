/** Tests that the processor times of real processes are read correctly. */
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
    const { usedMs, threads } = processorTimes([pid]);
    assert.ok(usedMs >= 40, `${usedMs}`);
    assert.deepEqual([...threads.keys()], [pid]);
    const ranMs = threads.get(pid)?.ranMs ?? 0;
    // The exited child used half of the processor time, but is not listed as a thread.
    assert.ok(ranMs >= 10 && ranMs < usedMs, `${ranMs} of ${usedMs}`);
    // The main thread of this process runs now, and other threads sleep.
    const own = processorTimes([process.pid]).threads;
    assert.equal(own.get(process.pid)?.isReady, true);
    assert.ok([...own.values()].some(({ isReady }) => !isReady));
    const reported = processorTimes([pid, process.pid]);
    assert.ok(reported.usedMs > usedMs);
    assert.ok([...reported.threads.values()].every(({ waitedMs }) => waitedMs >= 0));
  } finally {
    child.stdin.end('\n');
    await once(child, 'close');
  }
});

test('returns no processor time for a process that has exited', () => {
  assert.deepEqual(processorTimes([2 ** 22 + 1]), { usedMs: 0, threads: new Map() });
});
