/** Makes pictures smaller in the same format with sharp and format-specific tools, by default without loss. */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, fontMounts, nodeMounts } from '../../contract/mounts.ts';
import { sameFormatEdges } from '../../shared/runner/same-format.ts';
import { pictureMemory, pictureReasons } from '../../shared/image/picture-options.ts';

export const smallerPictures = defineEngine({
  id: 'sharp-smaller',
  title: 'sharp, jpegtran, OptiPNG and LibTIFF',
  needs: [
    { command: 'jpegtran', debian: 'libjpeg-turbo-progs' },
    { command: 'optipng', debian: 'optipng' },
    { command: 'tiffcp', debian: 'libtiff-tools' },
  ],
  mounts: [...nodeMounts, ...fontMounts, ...binaries('jpegtran', 'optipng', 'tiffcp')],
  edges: sameFormatEdges('sharp-smaller'),
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) =>
    runnerCommand('tools/sharp/runner-same-format.ts', step, { holds: format(step.to).holds }),
});
