import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logHeader, progressOf } from './progress.ts';

test('adds the progress of the current FFmpeg command to that of the completed commands', () => {
  const log = 'out_time_us=N/A\nout_time_us=1000000\nspeed=1x\nout_time_us=2500000\n';
  assert.equal(progressOf(logHeader({ number: 1, of: 1, seconds: 10 }) + log), 0.25);
  assert.equal(progressOf(logHeader({ number: 2, of: 2, seconds: 10 }) + log), 0.625);
  assert.equal(progressOf(logHeader({ number: 1, of: 1, seconds: 1 }) + log), 1, 'at most 1');
  assert.equal(progressOf(logHeader({ number: 1, of: 2, seconds: 10 })), 0, 'nothing is done yet');
});

test('reports no progress if the length of the file is unknown', () => {
  assert.equal(
    progressOf(`${logHeader({ number: 1, of: 1, seconds: undefined })}out_time_us=1\n`),
    undefined,
  );
  assert.equal(progressOf(''), undefined);
});
