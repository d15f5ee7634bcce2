/**
 * Conversions between animated formats keep all frames, delays and the number of plays. A video made from an animation
 * has the same duration as the animation.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { playsOfSequence } from '../../../packages/engines/tools/ffmpeg/images/avif-boxes.ts';
import { apng, png } from '../../samples/pictures/image-png.ts';
import { picture } from '../../samples/pictures/picture.ts';
import { run } from '../../samples/run.ts';
import { readPictures } from '../../prove/oracles/pictures/picture-reader.ts';
import { duration, outputOf } from '../../support/results/measure.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Delays of the frames, in milliseconds. The last delay differs from the other delays. If an encoder repeats the
 * second-to-last delay at the end, the tests therefore fail.
 */
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

/** Maps each format to a function that writes an animation without using the code under test. */
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

/** Returns the delay of each frame in milliseconds, and the number of plays. */
async function timingOf(format: string, file: string): Promise<{ delays: number[]; plays: number }> {
  const frames = await readPictures(file, format);
  return {
    delays: frames.map(({ milliseconds }) => Math.round(milliseconds)),
    // No available tool reads the number of plays of an AVIF.
    plays: format === 'avif' ? playsOfSequence(await readFile(file)) : (frames[0]?.plays ?? -1),
  };
}

/** Returns the duration of each frame of the first video track, in milliseconds. */
async function delaysOf(file: string): Promise<number[]> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
  const lines = (await outputOf('/usr/bin/ffprobe', ['-v', 'error', ...entries, file])).trim().split('\n');
  return lines.map((line) => Math.round(Number(line) * 1000));
}

const formats = Object.keys(makers);

for (const from of formats)
  test(`keeps frame delays and the play count of an animated ${from} in other animated formats`, async () => {
    const file = await animated(from);
    // Debian 12 has no tool that writes the number of plays to AVIF or JPEG XL.
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
  test(`converts an animated ${from} to videos of the same duration`, async () => {
    const file = await animated(from);
    for (const to of ['mp4', 'webm', 'mkv', 'mov', 'avi']) {
      const video = await lab.converted(from, to, {}, file);
      assert.ok(Math.abs((await duration(video)) - seconds) < 0.05, `${to}: ${await duration(video)}`);
    }
    const wide = await lab.converted(from, 'mp4', { width: '32' }, file);
    assert.match(await outputOf('/usr/bin/ffprobe', ['-hide_banner', '-show_streams', wide]), /^width=32$/m);
  });

for (const from of formats)
  test(`warns if an animated ${from} is converted to a still picture`, async () => {
    const file = await animated(from);
    for (const to of ['jpg', 'png', 'tiff', 'bmp', 'heic']) {
      const { status, headers, error } = await lab.send(file, from, to, {});
      assert.equal(status, 200, error.message);
      const warnings = headers.get('x-conversion-warnings') ?? '';
      assert.match(warnings, /frames_left_out/, to);
      assert.doesNotMatch(warnings, /second_engine/, to);
    }
  });

test('converts an animated PNG with the extension .png to animated formats, including png', async () => {
  const file = await animated('apng');
  for (const to of ['gif', 'webp', 'avif', 'apng', 'png'])
    assert.deepEqual(
      (await timingOf(to === 'png' ? 'apng' : to, await lab.converted('png', to, {}, file))).delays,
      delays,
      to,
    );
});

test('converting a still picture to an animation or a video does not warn about lost frames', async () => {
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

test('keeps transparency when an animated AVIF or JPEG XL is converted to other animated formats', async () => {
  for (const from of ['avif', 'jxl'])
    for (const to of ['webp', 'apng', 'gif']) {
      const result = await lab.converted(from, to, {}, await animated(from));
      const corner = { left: 56, top: 40, width: 1, height: 1 };
      const pixel = await sharp(result).extract(corner).ensureAlpha().raw().toBuffer();
      assert.equal(pixel[3], 0, `${from} to ${to}`);
    }
});

test('does not warn about lost frames if the option `page` selects one frame of an animation', async () => {
  const file = await animated('webp');
  for (const to of ['avif', 'jxl', 'png']) {
    const { status, headers } = await lab.send(file, 'webp', to, { page: '2' });
    assert.equal(status, 200);
    assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /frames_left_out/, to);
  }
});

test('converts an animation to a png of its first frame, and keeps transparency', async () => {
  for (const from of formats) {
    const result = await lab.converted(from, 'png', {}, await animated(from));
    const pixels = (image: string | Buffer) => sharp(image).ensureAlpha().resize(8, 8).raw().toBuffer();
    const [found, expected] = [await pixels(result), await pixels(still)];
    // AVIF is lossy, so colours may differ slightly.
    for (const [n, value] of found.entries())
      assert.ok(Math.abs(value - (expected[n] ?? 0)) < 40, `${from}: ${value} at ${n}, not ${expected[n]}`);
  }
});

test('replaces frame delays of 10 ms or less with 100 ms, as browsers do', async () => {
  const file = path.join(lab.dir, 'short.apng');
  await writeFile(file, apng([0, 1, 2, 3].map(picture), { milliseconds: [0, 10, 20, 0], plays: 0 }));
  for (const from of ['apng', 'webp', 'gif']) {
    const source = path.join(lab.dir, `short.${from}`);
    if (from === 'webp')
      await joined()
        .webp({ delay: [0, 10, 20, 0] })
        .toFile(source);
    if (from === 'gif')
      await joined()
        .gif({ delay: [0, 10, 20, 0] })
        .toFile(source);
    for (const to of ['gif', 'webp', 'avif', 'jxl', 'apng'].filter((format) => format !== from))
      assert.deepEqual(
        (await timingOf(to, await lab.converted(from, to, {}, source))).delays,
        [100, 100, 20, 100],
        `${from} to ${to}`,
      );
    assert.ok(
      Math.abs((await duration(await lab.converted(from, 'mp4', {}, source))) - 0.32) < 0.05,
      `${from} to mp4`,
    );
  }
});

test('keeps the total duration of 33 ms frames in GIF, although GIF stores multiples of 10 ms', async () => {
  const frames = Array.from({ length: 30 }, (_, turn) => png(picture(turn)));
  const file = path.join(lab.dir, 'thirty.webp');
  await sharp(frames, { join: { animated: true } })
    .webp({ delay: Array.from(frames, () => 33) })
    .toFile(file);
  for (const options of [{}, { width: '32' }]) {
    const result = await timingOf('gif', await lab.converted('webp', 'gif', options, file));
    assert.equal(
      result.delays.reduce((sum, delay) => sum + delay),
      990,
    );
  }
});

/** The first bytes of a GIF graphic control extension. */
const control = Buffer.from('21f904', 'hex');

/** Writes a GIF with opaque squares on a transparent canvas as its frames. Returns the path of the GIF. */
async function gifOfSquares(): Promise<string> {
  const file = path.join(lab.dir, 'squares.gif');
  const square = (colour: string, x: number) => ['-page', `64x48+${x}+10`, '-size', '20x20', `xc:${colour}`];
  const frames = [...square('red', 5), ...square('blue', 35)];
  await run(magickProgram('convert'), ['-delay', '20', '-dispose', 'none', ...frames, file]);
  const content = await readFile(file);
  // Without a transparent colour, decoders fill the canvas with the background colour.
  for (let at = content.indexOf(control); at >= 0; at = content.indexOf(control, at + 1)) {
    content[at + 3] = (content[at + 3] ?? 0) | 1;
    content[at + 6] = 255;
  }
  await writeFile(file, content);
  return file;
}

test('keeps the canvas of an animation transparent where no opaque frame covers the canvas', async () => {
  const file = await gifOfSquares();
  const moving = await lab.converted('gif', 'apng', {}, file);
  for (const [from, source] of [
    ['gif', file],
    ['apng', moving],
  ] as const)
    for (const to of ['webp', 'avif', 'jxl', 'gif', 'apng'].filter((format) => format !== from)) {
      const frames = await readPictures(await lab.converted(from, to, {}, source), to);
      assert.equal(frames[0]?.pixels[3], 0, `${from} to ${to}`);
    }
});

test('a still picture of an animation frame includes the earlier frames below it', async () => {
  const file = await gifOfSquares();
  const webp = await lab.converted('gif', 'webp', { lossless: 'true' }, file);
  for (const [from, source] of [
    ['gif', file],
    ['webp', webp],
  ] as const)
    for (const page of ['1', '2']) {
      const [frame] = await readPictures(await lab.converted(from, 'bmp', { page }, source), 'bmp');
      assert.deepEqual([frame?.width, frame?.height], [64, 48], `${from}, frame ${page}`);
      // The square of the first frame remains visible in the second frame.
      assert.deepEqual([...(frame?.pixels.subarray(4 * (15 * 64 + 10)).subarray(0, 3) ?? [])], [255, 0, 0]);
    }
});

test('keeps all frames of an animation in lossless AVIF even if each frame has only one colour', async () => {
  const frames = Array.from({ length: 30 }, (_, n) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: { r: n * 8, g: 255 - n * 8, b: 0 } } })
      .png()
      .toBuffer(),
  );
  const file = path.join(lab.dir, 'plain.webp');
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ lossless: true, delay: Array.from(frames, () => 40) })
    .toFile(file);
  const result = await lab.converted('webp', 'avif', { lossless: 'true' }, file);
  assert.equal((await timingOf('avif', result)).delays.length, 30);
});

test('converts a still PNG with the extension .apng to a video', async () => {
  const file = path.join(lab.dir, 'still.apng');
  await writeFile(file, still);
  for (const target of ['mp4', 'webm'])
    assert.ok((await duration(await lab.converted('apng', target, {}, file))) > 0);
});
