/** OpenEXR: sharp or libvips computes linear light, and ffmpeg encodes it. */
import { format } from '@protean/formats';
import { single } from '../sharp/codec.ts';
import { defineEngine, runnerCommand, type Step } from '../runtime/engine.ts';
import { ffmpegMounts, nodeMounts, vipsMounts } from '../runtime/mounts.ts';

const compression = ['-c:v', 'exr', '-compression', 'zip16', '-f', 'image2', '-update', '1', '-y'];

export const exr = defineEngine({
  id: 'exr',
  title: 'ffmpeg',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'vips', debian: 'libvips-tools' },
  ],
  mounts: [...nodeMounts, ...vipsMounts, ...ffmpegMounts],
  edges: [
    { reads: single, writes: ['exr'], cost: 3 },
    { reads: ['tiff'], writes: ['exr'], cost: 3, many: true },
    { reads: ['hdr'], writes: ['exr'], cost: 3 },
  ],
  // A picture is in memory twice, at four bytes per sample.
  limits: { memory: 2048 * 1024 * 1024 },
  // With several threads libvips sometimes accepts a truncated file.
  env: { VIPS_CONCURRENCY: '1' },
  command: (step) =>
    step.from === 'hdr'
      ? fromHdr(step)
      : runnerCommand('exr/runner.ts', step, { holds: format(step.to).holds }),
});

/** Linear light is never converted, so values above white are kept. */
function fromHdr({ input, output, work }: Step): string[][] {
  const light = `${work}/light.v`;
  const map = `${work}/light.pfm`;
  return [
    ['vips', 'radload', input, light, '--fail-on', 'error'],
    ['vips', 'scRGB2XYZ', light, `${work}/unpacked.v`],
    ['vips', 'XYZ2scRGB', `${work}/unpacked.v`, `${work}/float.v`],
    ['vips', 'ppmsave', `${work}/float.v`, map],
    ['ffmpeg', '-nostdin', '-v', 'error', '-xerror', '-f', 'pfm_pipe', '-i', map, ...compression, output],
  ];
}
