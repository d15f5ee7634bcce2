/** libavif's encoder: writes AVIF sequences, which sharp does not support. */
import { sameFormatEdges } from '../../shared/runner/same-format.ts';
import { format } from '@protean/formats';
import { pictureMemory, pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import { codecCommand } from '../../shared/image/codec.ts';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, pictureMounts, vipsMounts } from '../../contract/mounts.ts';
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
  mounts: [...pictureMounts, ...vipsMounts, ...binaries('avifenc')],
  edges: [
    { reads: ['gif', 'webp', 'apng', 'jxl'], writes: ['avif'], cost: 5, options: pictureOptions },
    ...sameFormatEdges('libavif'),
  ],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  env: vipsEnv,
  command: (step) =>
    step.from === step.to
      ? runnerCommand('tools/sharp/runner-same-avif.ts', step, { holds: format(step.to).holds })
      : codecCommand(vipsCodecs, step, { allFrames: true }),
});
