/**
 * Animations have the same duration as the short videos from which they are made, even at low and fractional frame
 * rates.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { delaysOf } from '../../../packages/engines/shared/image/animation/delays.ts';
import { run } from '../../samples/run.ts';
import { readPictures } from '../../prove/oracles/pictures/picture-reader.ts';
import { duration } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const codecs = { 'H.264': 'libx264', HEVC: 'libx265' } as const;

async function video(codec: string, rate: string, seconds: number): Promise<string> {
  const file = path.join(lab.dir, `${codec}-${rate.replace('/', '-')}-${seconds}.mp4`);
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=96x64:rate=${rate}`, '-t', String(seconds)];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...source, '-c:v', codec, '-pix_fmt', 'yuv420p', file]);
  return file;
}

for (const [name, codec] of Object.entries(codecs))
  for (const rate of ['1', '5', '24000/1001'])
    test(`converts short ${name} videos at ${rate} frames per second to animations of the same duration`, async () => {
      for (const seconds of [0.2, 1, 3]) {
        const source = await video(codec, rate, seconds);
        for (const target of ['gif', 'webp', 'apng']) {
          const what = `${seconds} s to ${target}`;
          const delays = delaysOf(target, await readFile(await lab.converted('mp4', target, {}, source)));
          // In GIF, WebP and APNG, a single frame has no duration.
          if (delays.length < 2) assert.ok((await duration(source)) <= 1, what);
          else {
            const milliseconds = delays.reduce((sum, delay) => sum + delay, 0);
            assert.ok(Math.abs(milliseconds / 1000 - (await duration(source))) < 0.09, what);
          }
        }
      }
    });

for (const target of ['avif', 'jxl'])
  test(`keeps the frames, delays and colours of a video in an animated ${target}`, async () => {
    const file = path.join(lab.dir, `red-${target}.mkv`);
    const source = 'color=white:size=96x64:rate=5,format=rgb24,geq=r=255-40*N:g=0:b=0';
    const coding = ['-frames:v', '5', '-c:v', 'libx264', '-qp', '0', '-pix_fmt', 'yuv444p'];
    await run('/usr/bin/ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...coding, file]);
    for (const [options, width] of [[{}, 96] as const, [{ width: '48' }, 48] as const]) {
      const frames = await readPictures(await lab.converted('mkv', target, options, file), target);
      assert.deepEqual(
        frames.map(({ milliseconds }) => Math.round(milliseconds)),
        [200, 200, 200, 200, 200],
      );
      for (const [n, frame] of frames.entries()) {
        assert.equal(frame.width, width);
        const red = frame.pixels[0] ?? 0;
        assert.ok(Math.abs(red - (255 - 40 * n)) < 16, `frame ${n} is ${red}`);
      }
    }
  });
