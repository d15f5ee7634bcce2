/** sharp (libvips in Node): the fast path for the raster formats of the web. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { oneFrameEdge, single } from '../../shared/image/codec.ts';
import { pictureMemory, pictureOptions, pictureReasons } from '../../shared/image/picture-options.ts';
import { pictureMounts } from '../../contract/mounts.ts';

export const sharp = defineEngine({
  id: 'sharp',
  title: 'sharp',
  needs: [],
  npm: 'sharp',
  // `pictureMounts` includes FFmpeg, which decodes AVIF sequences.
  mounts: pictureMounts,
  edges: [
    { reads: single, writes: ['jpg', 'webp', 'png', 'gif', 'tiff'], cost: 1, options: pictureOptions },
    oneFrameEdge({ reads: single, writes: ['avif'], cost: 4 }),
    { reads: ['tiff'], writes: ['jpg', 'webp', 'png', 'gif'], cost: 1, options: pictureOptions, many: true },
    { reads: ['tiff'], writes: ['avif'], cost: 4, options: pictureOptions, many: true },
  ],
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) => runnerCommand('tools/sharp/runner.ts', step, { holds: format(step.to).holds }),
});
