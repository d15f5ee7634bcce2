/** The size of pictures on paper: faxes with two resolutions keep their shape, and what is black and white has one bit. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../samples/run.ts';
import { outputOf, pdfInfo } from '../support/measure.ts';
import { magickProgram } from '@protean/engines/runtime/imagemagick-programs.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

/** A fax of 204 by 98 dots an inch: 1728 by 1100 pixels, with a black square of an inch. */
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

const identified = (file: string) =>
  outputOf(magickProgram('identify'), [
    '-units',
    'PixelsPerInch',
    '-format',
    '%[fx:round(resolution.x)] %[fx:round(resolution.y)]',
    file,
  ]);

for (const unit of ['inch', 'cm'] as const)
  test(`a fax with its resolution per ${unit} is a page of its size on paper, of one bit`, async () => {
    const pdf = await lab.converted('tiff', 'pdf', {}, await fax(`fax-${unit}.tiff`, unit));
    const [, width, height] = /Page size: +([\d.]+) x ([\d.]+)/.exec(await pdfInfo(pdf)) ?? [];
    assert.ok(
      Math.abs(Number(width) - 609.9) < 0.5 && Math.abs(Number(height) - 808.2) < 0.5,
      `${width} × ${height}`,
    );
    const [, , image = ''] = (await outputOf('/usr/bin/pdfimages', ['-list', pdf])).split('\n');
    assert.equal(image.trim().split(/\s+/)[7], '1', image);
  });

test('pictures of a fax keep the resolution of both axes', async () => {
  const file = await fax('fax.tiff');
  for (const to of ['png', 'jpg', 'tiff']) {
    const result = await lab.converted('tiff', to, {}, file);
    assert.equal(await identified(result), '204 98', to);
    // The bit depth stands in the header of a PNG.
    if (to === 'png') assert.equal((await readFile(result))[24], 1);
    if (to === 'tiff')
      assert.match(await outputOf('/usr/bin/file', [result]), /bps=1\b.*(CCITT|bi-level group 4)/);
  }
  const turned = await lab.converted(
    'tiff',
    'pdf',
    {},
    await lab.converted('tiff', 'tiff', { rotate: '90' }, file),
  );
  assert.match(await pdfInfo(turned), /Page size: +808\.\d* x 609\.\d/);
});

test('a png with two resolutions keeps both in a pdf and a jpg', async () => {
  const png = await lab.converted('tiff', 'png', {}, await fax('for-png.tiff'));
  assert.match(await pdfInfo(await lab.converted('png', 'pdf', {}, png)), /Page size: +609\.\d* x 808\.\d*/);
  assert.equal(await identified(await lab.converted('png', 'jpg', {}, png)), '204 98');
});
