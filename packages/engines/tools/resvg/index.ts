/**
 * resvg: renders SVG as images. resvg's images resemble the images of browsers much more than librsvg's images do.
 * fontconfig provides substitutes for missing fonts.
 */
import { format } from '@protean/formats';
import { defineEngine, runnerCommand } from '../../contract/engine.ts';
import { binaries, imagemagickMounts, nodeMounts } from '../../contract/mounts.ts';
import { sandboxPaths } from '../../contract/sandbox-paths.ts';
import { decodingEdges } from '../../shared/image/codec.ts';
import { pictureMemory, pictureReasons } from '../../shared/image/picture-options.ts';
import { drawingOptions, drawings } from '../../shared/svg/drawings.ts';
import { pictureFeatures } from './features.ts';

export const resvg = defineEngine({
  id: 'resvg',
  title: 'resvg',
  npm: '@napi-rs/image',
  singleThreaded: true,
  knownGood: {
    from: 'svg',
    to: 'png',
    content: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n',
  },
  needs: [
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
    { command: ['convert-im7.q16', 'convert-im6.q16'], debian: 'imagemagick' },
    { command: 'png2icns', debian: 'icnsutils' },
  ],
  mounts: [...nodeMounts, ...imagemagickMounts, ...binaries('rsvg-convert', 'fc-match', 'png2icns')],
  edges: [
    ...decodingEdges(drawings, 2).map((edge) => ({ ...edge, options: drawingOptions })),
    { reads: drawings, writes: ['ico'], cost: 3, options: drawingOptions },
    { reads: drawings, writes: ['icns'], cost: 3, options: ['sizes' as const] },
  ].map((edge) => ({ ...edge, lacks: pictureFeatures })),
  env: { MAGICK_CONFIGURE_PATH: `${sandboxPaths.engines}/tools/imagemagick/policy` },
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  // Only a malicious drawing takes longer than this time budget.
  timeBudget: { ms: 25_000, perMegabyte: 0 },
  command: (step) => runnerCommand('tools/resvg/runner.ts', step, { holds: format(step.to).holds }),
});
