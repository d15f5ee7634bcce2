/**
 * HEIC image sequences become animations with all frames and delays. If the target cannot contain animations, a warning
 * reports the omitted frames.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { readPictures } from '../../prove/oracles/pictures/picture-reader.ts';
import { duration } from '../../support/results/measure.ts';
import { memoize } from '../../support/memoize.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const [width, height, frames, milliseconds] = [96, 64, 5, 200];

/**
 * Writes a file with an HEVC track of red frames, each darker than the previous one. The track has the handler type
 * `pict` of HEIC sequences. Returns the path.
 */
const sequence = memoize(async (format: string): Promise<string> => {
  const file = path.join(lab.dir, `sequence.${format}`);
  const source = `color=white:size=${width}x${height}:rate=5,format=rgb24,geq=r=255-40*N:g=0:b=0`;
  await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-frames:v', String(frames)],
    ...['-c:v', 'libx265', '-x265-params', 'log-level=none:bframes=0', '-pix_fmt', 'yuv420p'],
    ...['-tag:v', 'hvc1', '-brand', 'msf1', '-f', 'mp4', file],
  ]);
  const content = await readFile(file);
  content.write('pict', content.indexOf('vide', 0, 'latin1'), 'latin1');
  content.write('hevc', 16, 'latin1');
  await writeFile(file, content);
  return file;
});

async function resultOf(target: string, options: OptionValues): Promise<{ file: string; warnings: string }> {
  const { status, headers, body, error } = await lab.send(await sequence('heic'), 'heic', target, options);
  assert.equal(status, 200, `${target}: ${error.message}`);
  const file = path.join(lab.dir, `result.${target}`);
  await writeFile(file, body);
  return { file, warnings: headers.get('x-conversion-warnings') ?? '' };
}

for (const target of ['gif', 'webp', 'apng', 'avif', 'jxl'])
  test(`keeps all frames of a HEIC image sequence in ${target}`, async () => {
    for (const options of [{}, { width: String(width / 2) }]) {
      const { file, warnings } = await resultOf(target, options);
      assert.doesNotMatch(warnings, /frames_left_out/);
      const shown = await readPictures(file, target);
      assert.deepEqual(
        shown.map((frame) => Math.round(frame.milliseconds)),
        Array.from({ length: frames }, () => milliseconds),
      );
      for (const [n, { pixels }] of shown.entries())
        assert.ok(Math.abs((pixels[0] ?? 0) - (255 - 40 * n)) < 16, `frame ${n} is ${pixels[0]}`);
    }
  });

test('converts a HEIC image sequence to a still picture of its first frame, and warns', async () => {
  for (const target of ['png', 'jpg']) {
    const { file, warnings } = await resultOf(target, {});
    assert.match(warnings, /frames_left_out/);
    const [red = 0] = await sharp(file).raw().toBuffer();
    assert.ok(red > 240, String(red));
  }
});

for (const target of ['mp4', 'webm', 'mkv', 'mov'])
  test(`converts all frames of a HEIC image sequence to a ${target} video`, async () => {
    const { file, warnings } = await resultOf(target, {});
    assert.doesNotMatch(warnings, /frames_left_out/);
    assert.ok(Math.abs((await duration(file)) - (frames * milliseconds) / 1000) < 0.05, target);
    for (let n = 0; n < frames; n += 1) {
      const still = path.join(lab.dir, `frame-${n}-${target}.png`);
      const at = ['-ss', String(((n + 0.5) * milliseconds) / 1000), '-i', file, '-frames:v', '1', still];
      await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', ...at]);
      const [red = 0] = await sharp(still).removeAlpha().raw().toBuffer();
      assert.ok(Math.abs(red - (255 - 40 * n)) < 16, `frame ${n} is ${red}`);
    }
  });
