/** libavif's encoder: writes AVIF sequences, which sharp does not. */
import { pictureMemory, pictureOptions, pictureReasons } from '../sharp/options.ts';
import { codecCommand } from '../sharp/codec.ts';
import { defineEngine } from '../runtime/engine.ts';
import { binaries, ffmpegMounts, nodeMounts, vipsMounts } from '../runtime/mounts.ts';
import { libjxlMounts } from '../libjxl/index.ts';
import { vipsCodecs, vipsEnv } from '../vips/index.ts';

export const libavif = defineEngine({
  id: 'libavif',
  title: 'libavif',
  needs: [
    { command: 'avifenc', debian: 'libavif-bin' },
    { command: 'ffmpeg', debian: 'ffmpeg' },
    ...['djxl', 'jxlinfo'].map((command) => ({ command, debian: 'libjxl-tools' })),
    { command: 'vips', debian: 'libvips-tools' },
  ],
  mounts: [...nodeMounts, ...vipsMounts, ...ffmpegMounts, ...libjxlMounts, ...binaries('avifenc')],
  edges: [{ reads: ['gif', 'webp', 'apng', 'jxl'], writes: ['avif'], cost: 5, options: pictureOptions }],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  env: vipsEnv,
  command: (step) => codecCommand(vipsCodecs, step, { allFrames: true }),
});
