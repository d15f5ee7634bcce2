/**
 * Checks how PDF pages store pictures: JPEGs unchanged, other lossy pictures as JPEG or in their original encoding, and
 * lossless pictures without loss.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';
import { run } from '../../../samples/run.ts';
import { bytes, outputOf } from '../measure.ts';
import type { Observation, OptionValues, Workbench } from '../workbench.ts';

/**
 * Returns the encoding of each image in a PDF, as pdfimages names it. `image` is a lossless encoding, and `smask` is an
 * alpha channel.
 */
async function encodings(pdf: string): Promise<string[]> {
  const rows = (await outputOf('/usr/bin/pdfimages', ['-list', pdf])).trim().split('\n').slice(2);
  return rows.map((row) => {
    const [, , kind, , , , , , encoding = ''] = row.trim().split(/\s+/);
    return kind === 'smask' ? 'smask' : encoding;
  });
}

async function busy(lab: Workbench, name: string, ...flags: readonly string[]): Promise<string> {
  const file = path.join(lab.dir, name);
  await run(magickProgram('convert'), [
    '-size',
    '640x480',
    '-seed',
    '7',
    'plasma:',
    ...flags,
    `png24:${file}`,
  ]);
  return file;
}

const rows: readonly [format: string, options: OptionValues, encoding: string][] = [
  ['heic', {}, 'jpeg'],
  ['avif', {}, 'jpeg'],
  ['webp', {}, 'jpeg'],
  ['webp', { lossless: 'true' }, 'image'],
  ['jxl', {}, 'jpeg'],
  ['jxl', { lossless: 'true' }, 'image'],
  ['jp2', {}, 'jpx'],
  ['jp2', { lossless: 'true' }, 'jpx'],
  ['jpg', {}, 'jpeg'],
  ['gif', {}, 'image'],
  ['tiff', {}, 'image'],
];

const asCoded: Observation = {
  description:
    'a PDF page stores a lossy picture as JPEG or in its original encoding, and other pictures without loss',
  see: async (lab) => {
    const plasma = await busy(lab, 'plasma.png');
    const exact = await bytes(await lab.converted('png', 'pdf', {}, plasma));
    for (const [format, options, encoding] of rows) {
      const what = `${format} ${Object.keys(options).join()}`;
      const picture = await lab.converted('png', format, options, plasma);
      const pdf = await lab.converted(format, 'pdf', {}, picture);
      assert.deepEqual(await encodings(pdf), [encoding], what);
      if (encoding === 'jpeg')
        assert.ok((await bytes(pdf)) < exact / 2, `${what}: ${await bytes(pdf)} bytes`);
    }
  },
};

const ownStream: Observation = {
  description: 'a PDF page stores a JPEG unchanged, even if its Exif orientation rotates the JPEG',
  see: async (lab) => {
    const jpg = await lab.converted('png', 'jpg', {}, await busy(lab, 'upright.png'));
    const turned = path.join(lab.dir, 'page-turned.jpg');
    await run(magickProgram('convert'), [jpg, '-orient', 'right-top', turned]);
    for (const photo of [jpg, turned]) {
      const added = (await bytes(await lab.converted('jpg', 'pdf', {}, photo))) - (await bytes(photo));
      assert.ok(added > 0 && added < 3000, `${added} bytes were added`);
    }
  },
};

const transparent: Observation = {
  description: 'a picture on a PDF page stays transparent unless a background is requested',
  see: async (lab) => {
    const clear = path.join(lab.dir, 'half-clear.png');
    await run(magickProgram('convert'), ['-size', '64x48', 'gradient:red-none', `png32:${clear}`]);
    for (const format of ['webp', 'avif', 'heic', 'jxl']) {
      const picture = await lab.converted('png', format, {}, clear);
      assert.deepEqual(
        await encodings(await lab.converted(format, 'pdf', {}, picture)),
        ['image', 'smask'],
        format,
      );
      const behind = await lab.converted(format, 'pdf', { background: 'blue' }, picture);
      assert.deepEqual(await encodings(behind), ['jpeg'], `${format} on blue`);
    }
  },
};

export const picturePages: readonly Observation[] = [asCoded, ownStream, transparent];
