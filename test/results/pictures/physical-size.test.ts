/**
 * Pictures and pages keep their physical size, even if the two axes have different resolutions or a PDF page has a user
 * unit. Black-and-white pictures keep 1 bit per pixel.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { density } from '../../support/results/density.ts';
import { outputOf, pdfInfo, size, text } from '../../support/results/measure.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Writes a fax of 204 by 98 dots per inch: 1728 by 1100 pixels, with a black square of 1 inch. Returns the path of the
 * written fax.
 */
async function fax(name: string, unit: 'inch' | 'cm' = 'inch'): Promise<string> {
  const file = path.join(lab.dir, name);
  const drawn = ['-size', '1728x1100', 'xc:white', '-fill', 'black', '-draw', 'rectangle 204,98 407,195'];
  const unitName = unit === 'inch' ? 'PixelsPerInch' : 'PixelsPerCentimeter';
  const density = unit === 'inch' ? '204x98' : '80.315x38.583';
  await run(magickProgram('convert'), [
    ...drawn,
    ...['-units', unitName, '-density', density, '-monochrome', '-compress', 'Group4', file],
  ]);
  return file;
}

for (const unit of ['inch', 'cm'] as const)
  test(`keeps the page size and the 1-bit pixels of a fax when tiff is converted to pdf (resolution per ${unit})`, async () => {
    const pdf = await lab.converted('tiff', 'pdf', {}, await fax(`fax-${unit}.tiff`, unit));
    const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(await pdfInfo(pdf)) ?? [];
    assert.ok(
      Math.abs(Number(width) - 609.9) < 0.5 && Math.abs(Number(height) - 808.2) < 0.5,
      `${width} × ${height}`,
    );
    const [, , image = ''] = (await outputOf('/usr/bin/pdfimages', ['-list', pdf])).split('\n');
    assert.equal(image.trim().split(/\s+/)[7], '1', image);
  });

test('keeps the different horizontal and vertical resolutions of a fax in png, jpg and tiff', async () => {
  const file = await fax('fax.tiff');
  for (const to of ['png', 'jpg', 'tiff']) {
    const result = await lab.converted('tiff', to, {}, file);
    assert.equal(await density(result, to), '204 98', to);
    // The byte at offset 24 of a PNG is the bit depth.
    if (to === 'png') assert.equal((await readFile(result))[24], 1);
    if (to === 'tiff')
      assert.match(await outputOf('/usr/bin/tiffinfo', [result]), /Bits\/Sample: 1\n.*CCITT/);
  }
  const turned = await lab.converted(
    'tiff',
    'pdf',
    {},
    await lab.converted('tiff', 'tiff', { rotate: '90' }, file),
  );
  assert.match(await pdfInfo(turned), /Page size: +808\.\d* x 609\.\d/);
});

test('keeps different horizontal and vertical resolutions when png is converted to pdf or jpg', async () => {
  const png = await lab.converted('tiff', 'png', {}, await fax('for-png.tiff'));
  assert.match(await pdfInfo(await lab.converted('png', 'pdf', {}, png)), /Page size: +609\.\d* x 808\.\d*/);
  assert.equal(await density(await lab.converted('png', 'jpg', {}, png), 'jpg'), '204 98');
});

/** Writes a picture of 408 by 196 pixels with 204 by 98 dots per inch: 2 by 2 inches. Returns its path. */
async function uneven(format: string): Promise<string> {
  const file = path.join(lab.dir, `uneven.${format}`);
  const drawn = ['-size', '408x196', 'gradient:red-blue', '-fill', 'black', '-draw', 'rectangle 0,0 203,97'];
  await run(magickProgram('convert'), [...drawn, '-units', 'PixelsPerInch', '-density', '204x98', file]);
  return file;
}

/** Returns the page size in whole points, such as `612 x 792`. */
async function pageSize(file: string): Promise<string> {
  const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(await pdfInfo(file)) ?? [];
  return `${Math.round(Number(width))} x ${Math.round(Number(height))}`;
}

for (const from of ['tiff', 'png', 'psd'])
  test(`keeps the proportions of a ${from} with non-square pixels in a smaller gif or tga`, async () => {
    const file = await uneven(from);
    for (const to of ['gif', 'tga'])
      assert.equal(await size(await lab.converted(from, to, { width: '100' }, file)), '100x100', to);
  });

test('reads the horizontal and vertical resolutions from the Exif data of webp and avif', async () => {
  for (const from of ['webp', 'avif']) {
    const file = await lab.converted('tiff', from, {}, await uneven('tiff'));
    assert.equal(await density(await lab.converted(from, 'png', {}, file), 'png'), '204 98', from);
    assert.equal(await pageSize(await lab.converted(from, 'pdf', {}, file)), '144 x 144', from);
    assert.equal(await size(await lab.converted(from, 'gif', {}, file)), '408x408', from);
  }
});

test('computes the pdf page size from the Exif resolutions of a jpg without a JFIF header', async () => {
  const jpg = await readFile(
    await lab.converted('webp', 'jpg', {}, await lab.converted('tiff', 'webp', {}, await uneven('tiff'))),
  );
  assert.equal(jpg.readUInt16BE(2), 0xffe0);
  const file = path.join(lab.dir, 'exif-only.jpg');
  await writeFile(file, Buffer.concat([jpg.subarray(0, 2), jpg.subarray(20)]));
  assert.equal(await pageSize(await lab.converted('jpg', 'pdf', {}, file)), '144 x 144');
  assert.equal(await density(await lab.converted('jpg', 'png', {}, file), 'png'), '204 98');
});

test('assumes square pixels if the resolution fields of a pcx contain a screen size', async () => {
  const file = path.join(lab.dir, 'screen.pcx');
  const drawn = ['-size', '64x48', 'xc:red', '-units', 'PixelsPerInch', '-density', '640x480', file];
  await run(magickProgram('convert'), drawn);
  assert.equal(await density(await lab.converted('pcx', 'png', {}, file), 'png'), '72 72');
});

/**
 * Writes a PDF with one page for each element of `entries`. Each element contains the properties of one page. Each page
 * has a black square of 50 units at its origin. If `packed` is true, the PDF uses object streams. Returns the path.
 */
async function pdfOfPages(name: string, entries: readonly string[], packed = false): Promise<string> {
  const drawn = '0 0 50 50 re f';
  const kids = entries.map((_, index) => `${3 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${entries.length} /Kids [${kids}] >>`,
    ...entries.flatMap((entry, index) => [
      `<< /Type /Page /Parent 2 0 R /Resources << >> /Contents ${4 + 2 * index} 0 R ${entry} >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    ]),
  ];
  let written = '%PDF-1.6\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${written.length}\n%%EOF\n`;
  const plain = path.join(lab.dir, name);
  await writeFile(plain, written + table + end);
  if (!packed) return plain;
  const file = path.join(lab.dir, `packed-${name}`);
  await run('/usr/bin/qpdf', ['--object-streams=generate', plain, file]);
  return file;
}

const square = '/MediaBox [0 0 100 100]';

test('multiplies the size of a PDF page by its user unit', async () => {
  for (const packed of [false, true]) {
    const pdf = await pdfOfPages('unit.pdf', [`${square} /UserUnit 5`], packed);
    for (const to of ['png', 'jpg', 'webp', 'gif', 'ppm', 'tiff', 'bmp']) {
      const result = await lab.converted('pdf', to, { dpi: '72' }, pdf);
      assert.equal(await size(result), '500x500', `${to}, packed: ${packed}`);
      if (to === 'png' || to === 'jpg') assert.equal(await density(result, to), '72 72', to);
    }
    assert.match(await text(await lab.converted('pdf', 'svg', {}, pdf)), /width="500pt" height="500pt"/);
    for (const options of [{}, { quality: '50' }, { pages: '1' }]) {
      const again = await lab.converted('pdf', 'pdf', options, pdf);
      const picture = await lab.converted('pdf', 'png', { dpi: '72' }, again);
      assert.equal(await size(picture), '500x500', JSON.stringify(options));
    }
  }
});

test('warns that the user unit of a PDF page is lost in odg and pptx', async () => {
  const pdf = await pdfOfPages('drawing.pdf', [square, `${square} /UserUnit 2`], false);
  for (const to of ['odg', 'pptx']) {
    const { status, headers } = await lab.send(pdf, 'pdf', to, {});
    assert.equal(status, 200);
    assert.equal(headers.get('x-conversion-warnings'), 'content_left_out', to);
  }
});

test('applies the user unit, rotation and crop box of each PDF page', async () => {
  const cropped = '/MediaBox [0 0 100 200] /CropBox [0 0 100 50] /Rotate 90 /UserUnit 2';
  const pdf = await pdfOfPages('units.pdf', [square, `${square} /UserUnit 1.5`, cropped, square]);
  for (const to of ['png', 'jpg'])
    assert.deepEqual(
      await lab.pages('pdf', to, { dpi: '72', page: 'all' }, pdf),
      ['100x100', '150x150', '100x200', '100x100'],
      to,
    );
  for (const to of ['png', 'jpg'])
    assert.equal(await size(await lab.converted('pdf', to, { dpi: '72', page: '3' }, pdf)), '100x200', to);
  assert.equal(await size(await lab.converted('pdf', 'png', { width: '70', page: '2' }, pdf)), '70x70');
});

test('refuses a PDF page whose user unit results in too many pixels', async () => {
  const pdf = await pdfOfPages('large.pdf', [`${square} /UserUnit 150`]);
  for (const to of ['png', 'jpg', 'tiff']) {
    const { status, error } = await lab.send(pdf, 'pdf', to, {});
    assert.deepEqual([status, error.details?.['reason']], [400, 'too_many_pixels'], to);
  }
});
