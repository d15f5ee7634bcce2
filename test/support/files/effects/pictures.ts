/** Checks the effects of options on pictures. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../samples/run.ts';
import { size, pixel, bytes, members, outputOf } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

export const pictures = (lab: Workbench): readonly Effect[] => [
  ...['jpg', 'webp', 'avif', 'heic'].map((to) => ({
    shows: ['quality'] as const,
    description: `a ${to} picture with a lower quality is a smaller file`,
    see: () => lab.smaller('png', to, { quality: '10' }, { quality: '95' }),
  })),
  {
    shows: ['max_size'],
    description: 'a picture file never exceeds the maximum size, and has the best quality that fits',
    see: async () => {
      const busy = path.join(lab.dir, 'busy.png');
      await run(magickProgram('convert'), ['-size', '400x300', '-seed', '1', 'plasma:', busy]);
      const best = await bytes(await lab.converted('png', 'jpg', { quality: '95' }, busy));
      const most = Math.floor(best / 2);
      const fits = await bytes(await lab.converted('png', 'jpg', { max_size: String(most) }, busy));
      assert.ok(fits <= most && fits > most * 0.8, `${fits} of ${most} bytes`);
    },
  },
  {
    shows: ['max_size'],
    description:
      'a maximum size that cannot be reached is refused, and the error contains the smallest possible size',
    see: async () => {
      const { status, error } = await lab.send(await lab.samples.get('png'), 'png', 'jpg', {
        max_size: '10',
      });
      assert.equal(status, 400);
      assert.equal(error.details?.['reason'], 'max_size_unreachable');
      assert.ok(Number(error.details?.['smallest']) > 10);
    },
  },
  {
    shows: ['width', 'height', 'fit'],
    description: 'a picture has exactly the requested width and height in pixels',
    see: async () => {
      for (const to of ['png', 'bmp', 'heic']) {
        assert.equal(
          await size(await lab.converted('jpg', to, { width: '50', height: '40', fit: 'cover' })),
          '50x40',
        );
        assert.equal(
          await size(await lab.converted('jpg', to, { width: '50', height: '40', fit: 'fill' })),
          '50x40',
        );
        assert.equal(
          await size(await lab.converted('jpg', to, { width: '90', height: '20', fit: 'contain' })),
          '90x20',
        );
      }
      assert.match(await size(await lab.converted('svg', 'png', { width: '333' })), /^333x/);
      assert.match(await size(await lab.converted('tga', 'png', { height: '33' })), /x33$/);
    },
  },
  {
    shows: ['sizes'],
    description: 'an icon file contains one picture for each requested size',
    see: async () => {
      for (const from of ['png', 'svg']) {
        const sizes = await lab.converted(from, 'ico', { sizes: '16,24' });
        const widths = await outputOf(magickProgram('identify'), ['-format', '%w ', `ico:${sizes}`]);
        assert.equal(widths.trim(), '24 16', from);
      }
    },
  },
  {
    shows: ['background'],
    description: 'transparent areas have the requested background colour',
    see: async () => {
      const clear = path.join(lab.dir, 'clear.png');
      await run(magickProgram('convert'), ['-size', '20x20', 'xc:none', clear]);
      for (const to of ['jpg', 'ppm']) {
        for (const background of ['#ff0000', 'F00']) {
          const red = await pixel(await lab.converted('png', to, { background }, clear), 9, 9);
          assert.match(red, /^(srgb\(25[45],0,0\)|red)$/);
        }
        assert.match(await pixel(await lab.converted('png', to, {}, clear), 9, 9), /white|255,255,255/);
      }
    },
  },
  {
    shows: ['lossless'],
    description: 'lossless compression keeps every pixel',
    see: async () => {
      const [png, webp] = [
        await lab.samples.get('png'),
        await lab.converted('png', 'webp', { lossless: 'true' }),
      ];
      const { stderr } = await run(magickProgram('compare'), ['-metric', 'AE', png, webp, 'null:']);
      assert.equal(stderr.trim(), '0');
    },
  },
  {
    shows: ['strip_metadata'],
    description: 'camera metadata is kept unless its removal is requested',
    see: async () => {
      const noted = path.join(lab.dir, 'noted.jpg');
      // An Exif block, in which cameras store the metadata of a JPEG. This Exif block consists of a TIFF header and one
      // entry, the copyright.
      const exif = Buffer.from(
        'Exif\0\0II*\0\x08\0\0\0\x01\0\x98\x82\x02\0\x09\0\0\0\x1a\0\0\0\0\0\0\0somebody\0',
        'latin1',
      );
      const plain = await readFile(await lab.converted('png', 'jpg', {}));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(exif.length + 2);
      await writeFile(
        noted,
        Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, plain.subarray(2)]),
      );
      const note = (file: string) =>
        outputOf(magickProgram('identify'), ['-format', '%[EXIF:Copyright]', file]);
      assert.equal(await note(await lab.converted('jpg', 'webp', {}, noted)), 'somebody');
      assert.equal(await note(await lab.converted('jpg', 'webp', { strip_metadata: 'true' }, noted)), '');
    },
  },
  {
    shows: ['page'],
    description:
      'the first frame of an animation is converted by default, or the frames that the request selects',
    see: async () => {
      const first = await lab.converted('gif', 'png', {});
      const third = await lab.converted('gif', 'png', { page: '3' });
      assert.notDeepEqual(await readFile(first), await readFile(third));
      const frames = (
        await outputOf(magickProgram('identify'), ['-format', '%n ', await lab.samples.get('gif')])
      ).split(' ');
      assert.equal(
        (await members(await lab.converted('gif', 'png', { page: 'all' }))).length,
        Number(frames[0]),
      );
      const { status, error } = await lab.send(await lab.samples.get('gif'), 'gif', 'png', { page: '999' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'no_such_page']);
    },
  },
];
