/**
 * Tests that pictures with linear light keep values above white in formats that support such values, and are
 * tone-mapped in all other formats.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { coloursIn } from '../../support/results/colour/reader.ts';
import { Workbench } from '../../support/results/workbench.ts';
import { run } from '../../samples/run.ts';

const lab = await Workbench.open();

const side = 64;
/** White, gray, a dark colour, and values above white. */
const lights = [
  [1, 1, 1],
  [0.2, 0.2, 0.2],
  [0.1, 0.02, 0.05],
  [4, 4, 4],
  [8, 2, 1],
];

/** Returns the pixels as one plane per channel, in the order of FFmpeg: green, blue, red. */
const planes = (colours: readonly (readonly number[])[]) =>
  Buffer.concat(
    [1, 2, 0].map((channel) => {
      const line = Float32Array.from(
        colours.flatMap((colour) => Array<number>(side).fill(colour[channel] ?? 0)),
      );
      return Buffer.concat(Array<Buffer>(side).fill(Buffer.from(line.buffer)));
    }),
  );

async function sourceIn(format: string, colours = lights): Promise<string> {
  const file = path.join(lab.dir, `light-${colours.length}.${format}`);
  const raw = `${file}.raw`;
  const exr = `${file}.light.exr`;
  await writeFile(raw, planes(colours));
  const size = `${side * colours.length}x${side}`;
  await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'gbrpf32le', '-s', size, '-i', raw],
    ...['-frames:v', '1', '-c:v', 'exr', '-format', 'float', '-f', 'image2', '-update', '1', exr],
  ]);
  const coding = { exr: 'exr', hdr: 'hdr', tiff: 'tiff' }[format];
  if (coding === 'exr') return exr;
  await run('/usr/bin/vips', ['extract_band', exr, `${file}.v`, '0', '--n', '3']);
  await run('/usr/bin/vips', ['copy', `${file}.v`, file]);
  return file;
}

/** Returns the linear colour in the middle of each colour patch. */
async function lightsIn(file: string, count: number): Promise<number[][]> {
  await run(
    '/usr/bin/vips',
    file.endsWith('hdr') ? ['rad2float', file, `${file}.v`] : ['copy', file, `${file}.v`],
  );
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { stdout } = await run('/usr/bin/vips', ['getpoint', `${file}.v`, String(side * n + 32), '32']);
      return stdout.toString().trim().split(' ').slice(0, 3).map(Number);
    }),
  );
}

for (const from of ['exr', 'hdr', 'tiff'])
  test(`tone-maps colours brighter than white when ${from} is converted to formats without HDR`, async () => {
    const file = await sourceIn(from);
    for (const target of ['png', 'jpg', 'webp', 'heic', 'bmp']) {
      const { status, headers, body, error } = await lab.send(file, from, target, {});
      assert.equal(status, 200, `${target}: ${error.message}`);
      assert.match(headers.get('x-conversion-warnings') ?? '', /hdr_reduced/, target);
      const result = path.join(lab.dir, `${from}.${target}`);
      await writeFile(result, body);
      const [white = [], gray = [], , bright = [], orange = []] = await coloursIn(result, lights.length);
      assert.ok((white[0] ?? 0) >= 235 && (white[0] ?? 0) < 255, `${target}: white is ${white.join()}`);
      assert.ok(Math.abs((gray[0] ?? 0) - 124) <= 4, `${target}: gray is ${gray.join()}`);
      assert.ok((bright[0] ?? 0) > (white[0] ?? 0), `${target}: ${bright.join()} is not brighter than white`);
      assert.ok((orange[0] ?? 0) > (orange[1] ?? 255) + 60, `${target}: orange is ${orange.join()}`);
    }
  });

test("keeps an exr's colours and does not warn if no colour is brighter than white", async () => {
  const file = await sourceIn('exr', lights.slice(0, 3));
  const { headers, body } = await lab.send(file, 'exr', 'png', {});
  assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /hdr_reduced/);
  const result = path.join(lab.dir, 'plain.png');
  await writeFile(result, body);
  assert.equal((await readFile(result))[24], 16);
  assert.deepEqual((await coloursIn(result, 3))[0], [255, 255, 255]);
});

for (const [from, to] of [
  ['exr', 'hdr'],
  ['hdr', 'exr'],
  ['tiff', 'exr'],
  ['tiff', 'hdr'],
] as const)
  test(`keeps colours brighter than white when ${from} is converted to ${to}`, async () => {
    const { headers, body } = await lab.send(await sourceIn(from), from, to, {});
    assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /hdr_reduced/);
    const result = path.join(lab.dir, `kept-${from}.${to}`);
    await writeFile(result, body);
    for (const [n, found] of (await lightsIn(result, lights.length)).entries())
      for (const [channel, value] of found.entries())
        assert.ok(
          Math.abs(value - (lights[n]?.[channel] ?? 0)) <= 0.01 * Math.max(...(lights[n] ?? [])) + 0.002,
          `patch ${n}: ${found.join()}`,
        );
  });
