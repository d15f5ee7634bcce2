/** Animated pictures become films and other animations with all frames, their delays and the number of plays. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { playsOf } from '../../packages/engines/ffmpeg/animation.ts';
import { duration, outputOf } from '../support/measure.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

const delays = [100, 300, 60, 400];
const seconds = 0.86;

/** Four frames of a colour each; the last two differ in a corner only. */
async function frames(): Promise<Buffer[]> {
  const plain = (background: string) => sharp({ create: { width: 64, height: 48, channels: 3, background } });
  const dot = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const blue = plain('blue').composite([{ input: dot, left: 40, top: 30 }]);
  return Promise.all([plain('red'), plain('lime'), plain('blue'), blue].map((one) => one.png().toBuffer()));
}

async function webp(): Promise<string> {
  const file = path.join(lab.dir, 'animated.webp');
  await sharp(await frames(), { join: { animated: true } })
    .webp({ lossless: true, delay: delays, loop: 3 })
    .toFile(file);
  return file;
}

/** The duration of each frame, in milliseconds. */
async function delaysOf(file: string): Promise<number[]> {
  const entries = ['-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
  const lines = (await outputOf('/usr/bin/ffprobe', ['-v', 'error', ...entries, file])).trim().split('\n');
  return lines.map((line) => Math.round(Number(line) * 1000));
}

test('an animated webp becomes a film of its length', async () => {
  const file = await webp();
  for (const to of ['mp4', 'webm', 'mkv', 'mov', 'avi']) {
    const film = await lab.converted('webp', to, {}, file);
    assert.ok(Math.abs((await duration(film)) - seconds) < 0.05, `${to}: ${await duration(film)}`);
  }
  const wide = await lab.converted('webp', 'mp4', { width: '32' }, file);
  assert.match(await outputOf('/usr/bin/ffprobe', ['-hide_banner', '-show_streams', wide]), /^width=32$/m);
});

test('an animated webp keeps frames, delays and plays as apng and gif', async () => {
  const file = await webp();
  const apng = await lab.converted('webp', 'apng', {}, file);
  assert.deepEqual(await delaysOf(apng), delays);
  assert.equal(playsOf('apng', await readFile(apng)), 3);
  const gif = await lab.converted('webp', 'gif', {}, file);
  assert.deepEqual(await delaysOf(gif), delays);
});

test('a webp of one picture becomes an apng of one', async () => {
  const file = path.join(lab.dir, 'still.webp');
  await sharp((await frames())[0])
    .webp()
    .toFile(file);
  assert.equal((await delaysOf(await lab.converted('webp', 'apng', {}, file))).length, 1);
});

test('an AVIF sequence keeps its frames and delays as gif, webp and apng', async () => {
  const file = path.join(lab.dir, 'sequence.avif');
  const drawn = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=0.8', '-pix_fmt', 'yuv420p'];
  const coded = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-f', 'avif', file];
  await outputOf('/usr/bin/ffmpeg', ['-v', 'error', ...drawn, ...coded]);
  for (const to of ['gif', 'webp']) {
    const result = await lab.converted('avif', to, { width: '32' }, file);
    const { pages, delay, width } = await sharp(result, { pages: -1 }).metadata();
    assert.deepEqual([pages, delay, width], [4, [200, 200, 200, 200], 32], to);
  }
  assert.deepEqual(await delaysOf(await lab.converted('avif', 'apng', {}, file)), [200, 200, 200, 200]);
  const still = await sharp(await lab.converted('avif', 'png', {}, file)).metadata();
  assert.deepEqual([still.width, still.height], [64, 48]);
});
