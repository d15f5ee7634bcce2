/** Pictures show the same colours in every target, regardless of the colour space that the source file declares. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { patches, patchesPng, samplesOf, type Rgb } from '../../support/results/colour/patches.ts';
import { rareSources } from '../../support/results/colour/rare-sources.ts';
import { coloursIn, highRangeOf, storedColours } from '../../support/results/colour/reader.ts';
import { pictures, type Source } from '../../support/results/colour/sources.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * For each target format, the largest allowed colour error in 8-bit steps. Rounding, lossy encoding and palettes cause
 * colour errors.
 */
const tolerances: Readonly<Record<string, number>> = {
  png: 3,
  jpg: 5,
  webp: 5,
  gif: 6,
  tiff: 3,
  avif: 6,
  heic: 6,
  // libjxl 0.11 (Debian 13) stores the black of a lossy PQ picture as code 6 of 255, which is about 0.01 nit.
  jxl: 6,
  bmp: 3,
  tga: 3,
  ppm: 3,
  psd: 3,
  jp2: 9,
  qoi: 3,
  pdf: 5,
  ...{ apng: 3, exr: 2, hdr: 4, dpx: 3, ico: 3, icns: 3, pcx: 3, sgi: 3, ras: 3, xwd: 3, pict: 5 },
  ...{ dds: 9, miff: 3, psb: 3, j2k: 9, jls: 3, pnm: 3, pam: 3, xpm: 3, eps: 5, ps: 5 },
  // The target xps keeps the colour profile, but this list omits xps. The colours of XPS files cannot be measured,
  // because Debian 12 builds mutool without ICC support.
};

/**
 * `light` lists the targets that store values above 1. `ranged` lists all targets that support a high dynamic range.
 */
const light = ['exr', 'hdr'];
const ranged = ['avif', 'heic', 'jxl', ...light];

/** 8-bit value of reference white after tone mapping. */
const mappedWhite = 247;

/**
 * Number of days in which daily runs test all targets. Each run tests all sources, but converts each source to only a
 * part of the targets.
 */
const shares = Number(process.env['COLOUR_SHARES'] ?? 8);
const day = Math.floor(Date.now() / 86_400_000);

for (const [n, source] of [...pictures, ...rareSources].entries())
  test(`keeps the colours of a picture in other formats (source: ${source.name})`, async () => {
    const file = path.join(lab.dir, `${source.name.replaceAll(/\W+/g, '-')}.${source.format}`);
    await source.make(file);
    const colours = source.isInexact ? await storedColours(file, source.colours.length) : source.colours;
    const wrong: string[] = [];
    for (const target of await targetsOf(source, n))
      wrong.push(...(await faults({ ...source, colours: colours as Rgb[] }, file, target)));
    assert.deepEqual(wrong, []);
  });

async function targetsOf({ format }: Source, n: number): Promise<string[]> {
  const offered = new Set((await lab.formats(`?source=${format}`)).routes.map(({ target }) => target));
  return Object.keys(tolerances).filter(
    (target, at) => target !== format && offered.has(target) && (at + n + day) % shares === 0,
  );
}

async function faults(
  { format, colours, isHdr, tolerance = 0 }: Source,
  file: string,
  target: string,
): Promise<string[]> {
  const { status, headers, body, error } = await lab.send(file, format, target, {});
  if (status !== 200) return [`${target}: ${status} ${error.message}`];
  const result = path.join(await mkdtemp(path.join(lab.dir, 'result-')), `out.${target}`);
  await writeFile(result, body);
  const found = await coloursIn(result, colours.length);
  // Animations are tone-mapped, even if the target supports a high dynamic range.
  const moves = format === 'apng' && ['avif', 'jxl'].includes(target);
  const keepsRange = isHdr === true && !moves && ranged.includes(target);
  const due = await expected(colours, result, { isMapped: isHdr === true && !keepsRange });
  const off = Math.max(
    ...due.flatMap((colour, n) => colour.map((value, at) => Math.abs(value - (found[n]?.[at] ?? -999)))),
  );
  const warned = (headers.get('x-conversion-warnings') ?? '').includes('hdr_reduced');
  return [
    ...(keepsRange && !light.includes(target) && !(await highRangeOf(result)) ? [`${target}: not HDR`] : []),
    ...(off > (tolerances[target] ?? 0) + tolerance
      ? [`${target}: off by ${off}: ${JSON.stringify(found)}`]
      : []),
    ...(warned === (isHdr === true && !keepsRange) ? [] : [`${target}: warned ${warned}`]),
  ];
}

/**
 * Returns the samples that the result should have: in sRGB, or in the encoding of a result with a high dynamic range.
 */
async function expected(
  colours: readonly Rgb[],
  result: string,
  { isMapped }: { isMapped: boolean },
): Promise<readonly (readonly number[])[]> {
  const encoding = await highRangeOf(result);
  if (encoding) return colours.map((colour) => samplesOf(colour, encoding).map((sample) => sample * 255));
  const white = [mappedWhite, mappedWhite, mappedWhite];
  return colours.map((colour) => (isMapped && colour[0] === 255 ? white : colour));
}

test('declares the colour space of a dpx as BT.709 in its header', async () => {
  const file = path.join(lab.dir, 'video.png');
  await writeFile(file, patchesPng({ space: 'srgb', curve: 'srgb' }, { bits: 8 }));
  const { body } = await lab.send(file, 'png', 'dpx', {});
  assert.deepEqual([...body.subarray(801, 803)], [6, 6]);
});

test('tone-maps every frame of an animated HDR AVIF', async () => {
  const file = path.join(lab.dir, 'animated-pq.avif');
  const png = `${file}.png`;
  await writeFile(png, patchesPng({ space: 'bt2020', curve: 'pq' }, { bits: 16 }));
  const coding = ['--cicp', '9/16/9', '-d', '10', '-y', '444', '-s', '10', '--min', '0', '--max', '4'];
  await run('/usr/bin/avifenc', [...coding, '-o', file, png, png]);
  const source = {
    name: 'animated',
    format: 'avif',
    make: () => Promise.resolve(),
    colours: patches,
    isHdr: true,
  };
  const wrong: string[] = [];
  for (const target of ['gif', 'webp', 'jpg', 'tiff']) wrong.push(...(await faults(source, file, target)));
  assert.deepEqual(wrong, []);
});

test("warns if a JPEG's HDR gain map is lost, and keeps the map if the JPEG is not changed", async () => {
  const file = path.join(lab.dir, 'gain-map.jpg');
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/>';
  const base = { width: 64, height: 64, channels: 3, background: '#804020' } as const;
  const primary = await sharp({ create: base }).withXmp(packet).jpeg().toBuffer();
  const map = await sharp({ create: { ...base, background: '#808080' } })
    .jpeg()
    .toBuffer();
  await writeFile(file, Buffer.concat([primary, map]));
  for (const target of ['png', 'webp', 'bmp', 'heic']) {
    const { headers } = await lab.send(file, 'jpg', target, {});
    assert.match(headers.get('x-conversion-warnings') ?? '', /content_left_out/, target);
  }
  const { headers, body } = await lab.send(file, 'jpg', 'jpg', {});
  assert.doesNotMatch(headers.get('x-conversion-warnings') ?? '', /content_left_out/);
  assert.ok(body.includes(map));
});

const source = (name: string) => {
  const found = pictures.find((picture) => picture.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found;
};

test('keeps the colours of an HDR picture that is resized, rotated or losslessly encoded', async () => {
  const file = path.join(lab.dir, 'changed.png');
  await source('png, cICP of PQ').make(file);
  const wrong: string[] = [];
  for (const target of ['avif', 'heic', 'jxl', 'png'])
    for (const options of [
      { width: '192' },
      { rotate: '180' },
      ...(target === 'png' ? [] : [{ lossless: 'true' }]),
    ]) {
      const { status, headers, body } = await lab.send(file, 'png', target, options);
      const result = path.join(await mkdtemp(path.join(lab.dir, 'result-')), `out.${target}`);
      await writeFile(result, body);
      const encoding = status === 200 ? await highRangeOf(result) : undefined;
      const warned = (headers.get('x-conversion-warnings') ?? '').includes('hdr_reduced');
      if (encoding?.curve !== 'pq' || warned) wrong.push(`${target} ${JSON.stringify(options)}: ${status}`);
    }
  assert.deepEqual(wrong, []);
});

test('keeps transparency and camera metadata of an HDR AVIF in heic and jxl', async () => {
  const file = path.join(lab.dir, 'transparent.avif');
  const png = `${file}.png`;
  const half = { r: 148, g: 148, b: 148, alpha: 0.5 };
  await sharp({ create: { width: 64, height: 64, channels: 4, background: half } })
    .withExif({ IFD0: { Make: 'Protean' } })
    .png()
    .toFile(png);
  await run('/usr/bin/avifenc', ['--cicp', '9/16/9', '-d', '10', '-s', '10', png, file]);
  for (const target of ['heic', 'jxl']) {
    const { status, body } = await lab.send(file, 'avif', target, {});
    const result = path.join(await mkdtemp(path.join(lab.dir, 'result-')), `out.${target}`);
    await writeFile(result, body);
    assert.equal(status, 200, target);
    assert.equal((await highRangeOf(result))?.curve, 'pq', target);
    assert.ok(body.includes('Protean'), `${target}: no camera data`);
  }
});
