/**
 * Cut audio and video files: a small loss causes a warning that states the remaining duration, and a large loss
 * requires `salvage`.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { cut } from '../../support/files/damaged-files.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { warningsOf } from '../../support/server/service.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const send = (bytes: Buffer, ext: string, target: string, options = {}) =>
  convertFile(new File([new Uint8Array(bytes)], `a.${ext}`), target, options);

async function made(ext: string, seconds: number, ...flags: string[]): Promise<Buffer> {
  await using stack = new AsyncDisposableStack();
  const file = path.join(await temporaryFolder(stack), `made.${ext}`);
  const picture = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=25:d=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...picture, ...sound, ...flags, file]);
  return await readFile(file);
}

const kinds = {
  m4a: { target: 'mp3', flags: ['-map', '1:a', '-movflags', 'faststart'] },
  mkv: { target: 'mp4', flags: ['-c:v', 'libx264', '-c:a', 'aac'] },
  mp4: { target: 'mkv', flags: ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'faststart'] },
  flv: { target: 'mp4', flags: ['-c:v', 'flv', '-c:a', 'mp3', '-ar', '44100'] },
};

for (const [ext, { target, flags }] of Object.entries(kinds))
  test(`converts a slightly truncated ${ext} file with a warning, and refuses half a file`, async () => {
    const whole = await made(ext, 4, ...flags);
    const usual = await send(whole, ext, target);
    assert.deepEqual([usual.status, warningsOf(usual)], [200, ['']], usual.error.message);
    const cutOff = await send(cut(whole, 99), ext, target, { report: 'true' });
    assert.equal(cutOff.status, 200, cutOff.error.message);
    const { report } = JSON.parse(cutOff.body.toString()) as {
      report: { warnings: { code: string; message: string }[] };
    };
    const [warning] = report.warnings;
    assert.equal(warning?.code, 'salvaged');
    assert.match(warning.message, /converted: (?:3\.[89]|4\.0) of 4\.\d seconds\.$/);
    const half = await send(cut(whole, 50), ext, target);
    assert.deepEqual([half.status, half.error.details?.['reason']], [400, 'truncated']);
    assert.match(half.error.message ?? '', /salvage=true/);
  });

test('converts a truncated wmv whose only frame is complete, and warns about the truncation', async () => {
  const frame = await made('wmv', 0.04, '-map', '0:v', '-frames:v', '1', '-c:v', 'wmv1');
  // The frame ends before byte 2,300. The frame is followed by padding and the index.
  const video = await send(frame.subarray(0, 2_300), 'wmv', 'mp4');
  assert.equal(video.status, 200, video.error.message);
  assert.deepEqual(warningsOf(video), ['salvaged']);
});
