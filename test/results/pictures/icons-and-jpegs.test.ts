/** Tests icons with several sizes, and JPEGs that JPEG XL stores losslessly. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { density } from '../../support/results/density.ts';
import { pixel, size } from '../../support/results/measure.ts';
import { warningsOf } from '../../support/server/service.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

async function picture(name: string, width: number, height: number): Promise<string> {
  const file = path.join(lab.dir, name);
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width, height, channels: 3, background: 'teal', noise } }).toFile(file);
  return file;
}

/** Returns the picture sizes that the directory of an ico lists. */
async function sizesOfIco(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  return Array.from({ length: bytes.readUInt16LE(4) }, (_, n) =>
    [6, 7].map((at) => bytes.readUInt8(at + 16 * n) || 256).join('x'),
  );
}

/**
 * Returns the picture sizes of an icns, which follow from the names of its elements. Ignores masks and the table of
 * contents.
 */
async function sizesOfIcns(file: string): Promise<number[]> {
  const sizes: Readonly<Record<string, number>> = {
    ...{ is32: 16, il32: 32, ih32: 48, it32: 128, icp4: 16, icp5: 32 },
    ...{ ic07: 128, ic08: 256, ic09: 512, ic10: 1024 },
  };
  const bytes = await readFile(file);
  const found: number[] = [];
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at + 4)) {
    const size = sizes[bytes.toString('latin1', at, at + 4)];
    if (size) found.push(size);
  }
  return found.sort((a, b) => a - b);
}

test('converts a large picture to ico and icns icons with the usual sizes', async () => {
  for (const from of ['png', 'jpg'] as const) {
    const file = await picture(`large.${from}`, 600, 600);
    assert.deepEqual(await sizesOfIco(await lab.converted(from, 'ico', {}, file)), [
      ...['256x256', '48x48', '32x32', '16x16'],
    ]);
    assert.deepEqual(
      await sizesOfIcns(await lab.converted(from, 'icns', {}, file)),
      [16, 32, 48, 128, 256, 512],
    );
  }
});

test('does not write icon sizes larger than the source picture', async () => {
  const file = await picture('small.png', 40, 20);
  assert.deepEqual(await sizesOfIco(await lab.converted('png', 'ico', {}, file)), [
    ...['40x20', '32x16', '16x8'],
  ]);
  assert.deepEqual(await sizesOfIcns(await lab.converted('png', 'icns', {}, file)), [16, 32]);
  const tiny = await lab.converted('png', 'icns', {}, await picture('tiny.png', 10, 10));
  assert.deepEqual(await sizesOfIcns(tiny), [16]);
});

test('the option "sizes" selects icon sizes, and sizes larger than the source cause a warning', async () => {
  const file = await picture('chosen.png', 100, 100);
  const answer = await lab.send(file, 'png', 'ico', { sizes: '24,64,128' });
  assert.deepEqual(warningsOf(answer), ['sizes_left_out']);
  const icon = await lab.converted('png', 'ico', { sizes: '24,64,128' }, file);
  assert.deepEqual(await sizesOfIco(icon), ['64x64', '24x24']);
  const one = await lab.converted('png', 'ico', { width: '20' }, file);
  assert.deepEqual(await sizesOfIco(one), ['20x20']);
});

test('renders an SVG drawing separately for each size of an icon', async () => {
  const file = path.join(lab.dir, 'drawing.svg');
  // The line is 1/48 of the width, so it is sharp at 48 pixels only if the drawing is rendered at that size.
  await writeFile(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="red" d="M0 0h24v24H0z"/><path fill="blue" d="M12 0h.5v24H12z"/></svg>',
  );
  const ico = await lab.converted('svg', 'ico', {}, file);
  assert.deepEqual(await sizesOfIco(ico), ['256x256', '48x48', '32x32', '16x16']);
  const middle = path.join(lab.dir, 'middle.png');
  await run('/usr/bin/convert', [`ico:${ico}[1]`, `png32:${middle}`]);
  assert.equal(await size(middle), '48x48');
  assert.deepEqual(
    await Promise.all([23, 24, 25].map((x) => pixel(middle, x, 20))),
    ['red', 'blue', 'red'].map((name) => (name === 'red' ? 'srgba(255,0,0,1)' : 'srgba(0,0,255,1)')),
  );
  assert.deepEqual(
    await sizesOfIcns(await lab.converted('svg', 'icns', {}, file)),
    [16, 32, 48, 128, 256, 512, 1024],
  );
});

test('restores the original jpg byte for byte from its jxl', async () => {
  const made = {
    plain: await picture('photo.jpg', 90, 60),
    progressive: path.join(lab.dir, 'progressive.jpg'),
    gray: path.join(lab.dir, 'gray.jpg'),
    noted: path.join(lab.dir, 'noted.jpg'),
  };
  await sharp(made.plain).jpeg({ progressive: true }).toFile(made.progressive);
  await sharp(made.plain).greyscale().toFile(made.gray);
  await sharp(made.plain)
    .withMetadata({ density: 150, orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
    .toFile(made.noted);
  for (const [name, file] of Object.entries(made)) {
    const jxl = await lab.converted('jpg', 'jxl', {}, file);
    const back = await lab.converted('jxl', 'jpg', {}, jxl);
    assert.deepEqual(await readFile(back), await readFile(file), name);
    assert.equal(
      await size(await lab.converted('jxl', 'png', {}, jxl)),
      name === 'noted' ? '60x90' : '90x60',
    );
  }
});

test('re-encodes a jxl as jpg if an option is given or the jxl was not made from a jpg', async () => {
  const file = await picture('sized.jpg', 90, 60);
  const jxl = await lab.converted('jpg', 'jxl', {}, file);
  assert.equal(await size(await lab.converted('jxl', 'jpg', { width: '45' }, jxl)), '45x30');
  const smaller = await lab.converted('jpg', 'jxl', { quality: '20' }, file);
  assert.ok((await readFile(smaller)).length < (await readFile(jxl)).length);
  const png = await picture('pixels.png', 90, 60);
  const other = await lab.converted('jxl', 'jpg', {}, await lab.converted('png', 'jxl', {}, png));
  assert.equal(await size(other), '90x60');
});

test('keeps the resolution of a jpg that is converted to jxl and then to png or jpg', async () => {
  const file = path.join(lab.dir, 'dense.jpg');
  await run('/usr/bin/convert', [
    ...['-size', '40x30', 'gradient:', '-units', 'PixelsPerInch', '-density', '200x100', file],
  ]);
  const jxl = await lab.converted('jpg', 'jxl', {}, file);
  assert.equal(await density(await lab.converted('jxl', 'png', {}, jxl), 'png'), '200 100');
  assert.deepEqual(await readFile(await lab.converted('jxl', 'jpg', {}, jxl)), await readFile(file));
});
