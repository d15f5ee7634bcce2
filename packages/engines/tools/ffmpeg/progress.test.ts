import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastSeconds, logHeader, progressOf, writtenSeconds } from './progress.ts';

test('adds the progress of the current FFmpeg command to the progress of completed commands', () => {
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

test('returns a length of at least 1 ms for a video of one frame if FFmpeg logs no length', () => {
  const log = 'frame=0\nout_time_us=N/A\nframe=1\nout_time_us=0\nprogress=end\n';
  assert.deepEqual([writtenSeconds(log), leastSeconds(log)], [0, 0.001]);
  assert.equal(leastSeconds('frame=0\nout_time_us=N/A\n'), 0, 'no frame');
  assert.equal(leastSeconds('out_time_us=1000000\n'), 0, 'only sound');
});
