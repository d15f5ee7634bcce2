/**
 * The tools cjxl and djxl of libjxl: read and write all frames of JPEG XL. libvips in Debian 12 reads only the first
 * frame.
 */
import { codecCommand } from '../../shared/image/codec.ts';
import { pictureMemory, pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import { defineEngine } from '../../contract/engine.ts';
import { binaries, pictureMounts, vipsMounts } from '../../contract/mounts.ts';
import { vipsCodecs, vipsEnv } from '../vips/index.ts';

export const libjxl = defineEngine({
  id: 'libjxl',
  title: 'libjxl',
  needs: [
    ...['djxl', 'cjxl', 'jxlinfo'].map((command) => ({ command, debian: 'libjxl-tools' })),
    { command: 'ffmpeg', debian: 'ffmpeg' },
    // libvips converts JPEG XL files with a single picture.
    { command: 'vips', debian: 'libvips-tools' },
  ],
  mounts: [...pictureMounts, ...vipsMounts, ...binaries('cjxl')],
  edges: [
    { reads: ['jxl'], writes: ['gif', 'webp'], cost: 2, options: pictureOptions },
    { reads: ['jxl'], writes: ['apng'], cost: 2 },
    { reads: ['gif', 'webp', 'avif'], writes: ['jxl'], cost: 3, options: pictureOptions },
    { reads: ['apng'], writes: ['jxl'], cost: 3, loses: ['depth'], options: pictureOptions },
  ],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  env: vipsEnv,
  command: (step) => codecCommand(vipsCodecs, step, { allFrames: true }),
});
