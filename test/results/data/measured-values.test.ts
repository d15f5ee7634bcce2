/**
 * TIFF and JPEG XL images with unusual sample formats become correct PNG images. If Protean had to choose which values
 * are black and white, the response has a warning.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { long, short, tiff } from '../../samples/pictures/tiff.ts';
import { temporaryFolder } from '../../support/fixtures.ts';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

/** Values of the TIFF field SampleFormat. */
const [unsigned, signed, floating] = [1, 2, 3];

/** Returns a TIFF image with one row of pixels. Each pixel has `bands` samples of `bits` bits. */
function row(samples: Buffer, bits: number, format: number, bands: 1 | 3): Buffer {
  const width = samples.length / (bits / 8) / bands;
  const each = (value: number) => Array.from({ length: bands }, () => value);
  return tiff(
    (start) => [
      long(256, width),
      long(257, 1),
      short(258, ...each(bits)),
      short(259, 1),
      short(262, bands === 3 ? 2 : 1),
      long(273, start),
      short(277, bands),
      long(278, 1),
      long(279, samples.length),
      short(339, ...each(format)),
    ],
    samples,
  );
}

const floats = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);
const whole = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const heights = (...values: number[]) => Buffer.from(Int16Array.from(values).buffer);

async function shades(file: Buffer, name: string): Promise<{ pixels: number[]; warnings: string }> {
  const { status, body, error, headers } = await convertFile(new File([new Uint8Array(file)], name), 'png');
  assert.equal(status, 200, error.message);
  const pixels = [...(await sharp(body).toColourspace('srgb').raw().toBuffer())];
  return { pixels, warnings: headers.get('x-conversion-warnings') ?? '' };
}

const gray = (...values: number[]) => values.flatMap((value) => [value, value, value]);

const top = 0xffffffff;
const scaled = 'values_scaled';
const pictures: readonly [what: string, file: Buffer, pixels: number[], warning: string][] = [
  ['floating-point shades', row(floats(0, 0.2, 1), 32, floating, 1), gray(0, 51, 255), ''],
  ['temperatures', row(floats(-10, 10, 90), 32, floating, 1), gray(0, 51, 255), scaled],
  ['heights with missing values', row(floats(-3.4e38, 0, 100), 32, floating, 1), gray(0, 0, 255), scaled],
  ['16-bit heights', row(heights(0, 1000, 4000), 16, signed, 1), gray(0, 64, 255), scaled],
  ['32-bit shades', row(whole(0, top * 0.2, top), 32, unsigned, 1), gray(0, 51, 255), ''],
  ['32-bit counts', row(whole(0, 100, 500), 32, unsigned, 1), gray(0, 51, 255), scaled],
  ['32-bit colours', row(whole(top, 0, 0, 0, top, top), 32, unsigned, 3), [255, 0, 0, 0, 255, 255], ''],
  ['linear light', row(floats(1, 0, 0, 0.5, 0.5, 0.5), 32, floating, 3), [255, 0, 0, 188, 188, 188], ''],
];

for (const [what, file, pixels, warning] of pictures)
  test(`converts a TIFF picture with ${what} to PNG with the correct shades`, async () => {
    assert.deepEqual(await shades(file, 'a.tif'), { pixels, warnings: warning });
  });

test('converts a linear-light JPEG XL picture to PNG with the correct shades', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = await temporaryFolder(stack);
  await run('/bin/sh', ['-ec', light, 'sh', dir]);
  const { pixels, warnings } = await shades(await readFile(path.join(dir, 'light.jxl')), 'light.jxl');
  assert.deepEqual([new Set(pixels), warnings], [new Set([188]), '']);
});

/** Shell script that writes a JPEG XL picture. All pixels are grey, with half the linear light of white. */
const light = `
unset VIPSHOME
cd "$1"
vips black black.v 8 8 --bands 3
vips linear black.v half.v 1 0.5
vips copy half.v light.v --interpretation scrgb
vips jxlsave light.v light.jxl --lossless`;
