/**
 * If the usual engine refuses a file, another engine converts it, and a warning reports this. This file also tests
 * unusual EPS and AVIF files, and truncated pictures.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { read as readBook, type CellObject } from 'xlsx';
import { numbers2009 } from '../../samples/iwork/iwork.ts';
import { run } from '../../samples/run.ts';
import { serviceFixture } from '../../support/fixtures.ts';
import {
  blueDxt4,
  greenBmpOf300Colours,
  oldJpegTiff,
  whiteTiffOf14Bits,
} from '../../support/files/odd-pictures.ts';
import { post, type Answer } from '../../support/server/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-second-engine-'));
after(() => rm(dir, { recursive: true }));

const convert = (name: string, bytes: Buffer, target: string, more: readonly [string, string][] = []) =>
  post(`${service.url}/api/convert`, [['file', new File([bytes], name)], ['target', target], ...more]);

const red = { create: { width: 64, height: 48, channels: 3, background: { r: 200, g: 30, b: 20 } } } as const;
const jpeg = sharp(red).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();

async function pixelOf({ body }: Answer): Promise<number[]> {
  const { data } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

const isClose = (pixel: readonly number[], wanted: readonly number[]) =>
  pixel.every((value, n) => Math.abs(value - (wanted[n] ?? 0)) < 6);

test('keeps the colours when a TIFF with old-style JPEG compression is converted to png or webp', async () => {
  for (const target of ['png', 'webp']) {
    const response = await convert('scan.tif', oldJpegTiff(await jpeg), target);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('X-Conversion-Warnings'), 'second_engine');
    const pixel = await pixelOf(response);
    assert.ok(isClose(pixel, [200, 30, 20]), `${target}: ${String(pixel)}`);
  }
});

test('applies the requested width if a fallback engine reads the source', async () => {
  const response = await convert('scan.tif', oldJpegTiff(await jpeg), 'webp', [['width', '32']]);
  const { width } = await sharp(response.body).metadata();
  assert.equal(width, 32);
});

test('a second engine reads a DDS texture with DXT4 compression', async () => {
  const response = await convert('texture.dds', blueDxt4(), 'png');
  assert.equal(response.headers.get('X-Conversion-Warnings'), 'second_engine');
  const pixel = await pixelOf(response);
  assert.ok(isClose(pixel, [0, 0, 255]), String(pixel));
});

test('a second engine reads a 14-bit grayscale TIFF and a BMP with over 256 palette colours', async () => {
  const files = { 'scan.tif': whiteTiffOf14Bits(), 'old.bmp': greenBmpOf300Colours() };
  const pixels = [];
  for (const [name, bytes] of Object.entries(files)) {
    const response = await convert(name, bytes, 'png');
    assert.equal(response.headers.get('X-Conversion-Warnings'), 'second_engine', name);
    pixels.push(await pixelOf(response));
  }
  assert.deepEqual(pixels, [
    [255, 255, 255],
    [0, 255, 0],
  ]);
});

test('reads EPS drawings with an unusual ending or with the header of a PostScript document', async () => {
  const box = '%%BoundingBox: 0 0 64 48';
  const drawn = '1 0 0 setrgbcolor 0 0 64 48 rectfill';
  const files = [
    ['%!PS-Adobe-3.0 EPSF-3.0', box, '%%Pages: 1', '/rs {restore} def save', drawn, 'showpage', 'rs', ''],
    [
      '%!PS-Adobe-3.0 EPSF-3.0',
      box,
      drawn,
      'showpage',
      '%%EOF',
      `%AI9_Data ${'own data'.repeat(10_000)}`,
      '',
    ],
    ['%!PS-Adobe-2.0', box, drawn, 'showpage', ''],
    [
      '%!PS-Adobe-3.0 EPSF-3.0',
      box,
      drawn,
      '/pdfmark where {pop} {/pdfmark {cleartomark} def} ifelse',
      '[/NamespacePop pdfmark',
      '',
    ],
  ];
  for (const lines of files) {
    const response = await convert('drawing.eps', Buffer.from(lines.join('\n')), 'png');
    // The drawing is at the bottom of its page.
    const pixel = await pixelOf({ ...response, body: await sharp(response.body).flip().toBuffer() });
    assert.ok(isClose(pixel, [255, 0, 0]), String(pixel));
  }
});

test('converts the first picture of an AVIF sequence without a second engine', async () => {
  const file = path.join(dir, 'sequence.avif');
  const source = ['-f', 'lavfi', '-i', 'color=0x0000ff:size=64x48:rate=5:duration=1'];
  await run('/usr/bin/ffmpeg', ['-v', 'error', ...source, '-c:v', 'libaom-av1', '-cpu-used', '8', file]);
  const response = await convert('sequence.avif', await readFile(file), 'png');
  assert.equal(response.headers.get('X-Conversion-Warnings'), 'frames_left_out');
  const pixel = await pixelOf(response);
  assert.ok(isClose(pixel, [0, 0, 255]), String(pixel));
});

test('reads a Numbers 2009 table with a second engine', async () => {
  const rows = [
    ['Boat', 'Berth'],
    ['Marigold', 12],
    ['Tern', 7.25],
  ];
  const response = await convert('boats.numbers', numbers2009(rows), 'csv');
  assert.equal(response.headers.get('X-Conversion-Warnings'), 'second_engine');
  assert.equal(response.body.toString(), 'Boat,Berth\nMarigold,12\nTern,7.25\n');
});

test('refuses truncated pictures, and does not use a second engine for ordinary pictures', async () => {
  const files = {
    'scan.tif': oldJpegTiff(await jpeg),
    'photo.jpg': await jpeg,
    'photo.gif': await sharp(red).gif().toBuffer(),
    'photo.webp': await sharp(red).webp().toBuffer(),
  };
  for (const [name, whole] of Object.entries(files)) {
    const bytes = whole.subarray(0, whole.length * 0.7);
    const response = await convert(name, bytes, 'png');
    assert.equal(response.status, 400, name);
    assert.match(
      response.error.message ?? '',
      new RegExp(`The ${name === 'scan.tif' ? 'tiff' : name.slice(6)} file`),
    );
  }
  const usual = await convert('photo.jpg', await jpeg, 'png');
  assert.equal(usual.headers.get('X-Conversion-Warnings'), null);
});

test("uses a second engine to convert a csv to xlsx if the csv exceeds LibreOffice's limits", async () => {
  const row = (n: number) =>
    `${n},"Quay ${n}, North",${n / 4},2024-02-${String(10 + (n % 10))},${n % 2 > 0}\n`;
  const rows = Array.from({ length: 300_000 }, (_, n) => row(n)).join('');
  const response = await convert('list.csv', Buffer.from(`id,name,depth,day,open\n${rows}`), 'xlsx');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('X-Conversion-Warnings'), 'second_engine');
  const { Sheets, SheetNames } = readBook(response.body);
  const sheet = Sheets[SheetNames[0] ?? ''] ?? {};
  assert.equal(sheet['!ref'], 'A1:E300001');
  const cells = ['A', 'B', 'C', 'D', 'E'].map((column) => (sheet[`${column}300001`] as CellObject).v);
  assert.deepEqual(cells, [299_999, 'Quay 299999, North', 74_999.75, 45_341, true]);
});
