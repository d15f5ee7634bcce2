/** Animated pictures become films and other animations with all frames, their delays and the number of plays. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { playsOfSequence } from '../../packages/engines/ffmpeg/avif-boxes.ts';
import { apng, png } from '../samples/image-png.ts';
import { picture } from '../samples/picture.ts';
import { run } from '../samples/run.ts';
import { readPictures } from '../prove/oracles/picture-reader.ts';
import { duration, outputOf } from '../support/measure.ts';
import { memoize } from '../support/memoize.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

/** The last is as long as no other, as coders guess it from the one before. */
const delays = [100, 300, 60, 400];
const seconds = 0.86;
const plays = 3;

const still = png(picture());
const stills = delays.map((_, turn) => png(picture(turn)));
const moving = apng(
  delays.map((_, turn) => picture(turn)),
  { milliseconds: delays, plays },
);

const joined = () => sharp(stills, { join: { animated: true } });

/** How each animated format is made: by tools, not by what is tested. */
const makers: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  gif: (file) => joined().gif({ delay: delays, loop: plays }).toFile(file),
  webp: (file) => joined().webp({ lossless: true, delay: delays, loop: plays }).toFile(file),
  apng: (file) => writeFile(file, moving),
  jxl: async (file) => {
    await writeFile(`${file}.apng`, moving);
    await run('/usr/bin/cjxl', ['-d', '0', `${file}.apng`, file]);
  },
  avif: async (file) => {
    const timed = await Promise.all(
      stills.map(async (content, n) => {
        const frame = `${file}-${n}.png`;
        await writeFile(frame, content);
        return ['--duration', String(delays[n]), frame];
      }),
    );
    await run('/usr/bin/avifenc', ['-s', '10', '--timescale', '1000', '-o', file, ...timed.flat()]);
  },
};

const animated = memoize(async (format: string): Promise<string> => {
  const file = path.join(lab.dir, `animated.${format}`);
  await makers[format]?.(file);
  return file;
});

/** The delay of each frame in milliseconds, and the number of plays. */
async function timingOf(format: string, file: string): Promise<{ delays: number[]; plays: number }> {
  const frames = await readPictures(file, format);
  return {
    delays: frames.map(({ milliseconds }) => Math.round(milliseconds)),
    // No tool at hand reads the plays of an AVIF.
    plays: format === 'avif' ? playsOfSequence(await readFile(file)) : (frames[0]?.plays ?? -1),
  };
}

/** The duration of each frame of the first track, in milliseconds. */
async function delaysOf(file: string): Promise<number[]> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
  const lines = (await outputOf('/usr/bin/ffprobe', ['-v', 'error', ...entries, file])).trim().split('\n');
  return lines.map((line) => Math.round(Number(line) * 1000));
}

const formats = Object.keys(makers);

for (const from of formats)
  test(`an animated ${from} keeps frames, delays and plays in each animated format`, async () => {
    const file = await animated(from);
    // The tools of Debian 12 write no number of plays.
    const shown = from === 'avif' || from === 'jxl' ? (await timingOf(from, file)).plays : plays;
    for (const to of formats) {
      if (to !== from) {
        const result = await lab.converted(from, to, {}, file);
        assert.deepEqual(await timingOf(to, result), { delays, plays: shown }, to);
      }
      if (to === 'apng' || (to === from && to === 'jxl')) continue;
      const smaller = await lab.converted(from, to, { width: '32' }, file);
      assert.deepEqual(await timingOf(to, smaller), { delays, plays: shown }, `${to}, smaller`);
    }
  });

for (const from of formats)
  test(`an animated ${from} becomes a film of its length`, async () => {
    const file = await animated(from);
    for (const to of ['mp4', 'webm', 'mkv', 'mov', 'avi']) {
      const film = await lab.converted(from, to, {}, file);
      assert.ok(Math.abs((await duration(film)) - seconds) < 0.05, `${to}: ${await duration(film)}`);
    }
    const wide = await lab.converted(from, 'mp4', { width: '32' }, file);
    assert.match(await outputOf('/usr/bin/ffprobe', ['-hide_banner', '-show_streams', wide]), /^width=32$/m);
  });

for (const from of formats)
  test(`a single picture of an animated ${from} comes with a warning`, async () => {
    const file = await animated(from);
    for (const to of ['jpg', 'png', 'tiff', 'bmp', 'heic']) {
      const { status, headers, error } = await lab.send(file, from, to, {});
      assert.equal(status, 200, error.message);
      assert.match(headers.get('x-conversion-warnings') ?? '', /frames_left_out/, to);
    }
  });

test('an animated png named .png is an animation, but stays one as a png', async () => {
  const file = await animated('apng');
  for (const to of ['gif', 'webp', 'avif', 'apng', 'png'])
    assert.deepEqual(
      (await timingOf(to === 'png' ? 'apng' : to, await lab.converted('png', to, {}, file))).delays,
      delays,
      to,
    );
});

test('pictures that do not move become animations of one frame', async () => {
  const file = path.join(lab.dir, 'still.png');
  await writeFile(file, still);
  for (const from of ['webp', 'avif', 'jxl', 'gif']) {
    const source = await lab.converted('png', from, {}, file);
    assert.equal((await delaysOf(await lab.converted(from, 'apng', {}, source))).length, 1, from);
    assert.ok((await duration(await lab.converted(from, 'mp4', {}, source))) > 0, from);
    for (const to of ['gif', 'webp', 'avif', 'jxl'].filter((format) => format !== from)) {
      const { headers } = await lab.send(source, from, to, {});
      assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /frames_left_out/, `${from} to ${to}`);
    }
  }
});

test('the transparency of an AVIF sequence and of an animated JPEG XL stays', async () => {
  for (const from of ['avif', 'jxl'])
    for (const to of ['webp', 'apng', 'gif']) {
      const result = await lab.converted(from, to, {}, await animated(from));
      const corner = { left: 56, top: 40, width: 1, height: 1 };
      const pixel = await sharp(result).extract(corner).ensureAlpha().raw().toBuffer();
      assert.equal(pixel[3], 0, `${from} to ${to}`);
    }
});

test('a page chooses a frame of an animation', async () => {
  const file = await animated('webp');
  for (const to of ['avif', 'jxl', 'png']) {
    const { status, headers } = await lab.send(file, 'webp', to, { page: '2' });
    assert.equal(status, 200);
    assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /frames_left_out/, to);
  }
});
