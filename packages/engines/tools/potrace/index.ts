/** potrace: traces the dark parts of an image as vector outlines. */
import { codecCommand, encodingEdges, type Codecs } from '../../shared/image/codec.ts';
import { defineEngine } from '../../contract/engine.ts';
import { binaries, pictureMounts, pythonMounts } from '../../contract/mounts.ts';
import { browserFeatures } from '../../shared/svg/features.ts';
import { check } from '../rsvg/render.ts';

/** SVG is rendered at a higher resolution to trace its edges precisely. */
const zoom = 4;

const codecs: Codecs = {
  decoders: {
    svg: (step) => {
      const decoded = `${step.work}/drawn.png`;
      const render = ['rsvg-convert', '--zoom', String(zoom), '--output', decoded, step.input];
      return { decoded, decode: [check(step), render] };
    },
  },
  encoders: {
    svg: () => trace('svg', '--resolution', '96'),
    dxf: ({ from }) => trace('dxf', ...(from === 'svg' ? ['--scale', String(1 / zoom)] : [])),
  },
};

const loses = ['colour', 'alpha'] as const;

export const potrace = defineEngine({
  id: 'potrace',
  title: 'potrace',
  needs: [
    { command: 'potrace', debian: 'potrace' },
    { command: 'rsvg-convert', debian: 'librsvg2-bin' },
  ],
  mounts: [...pictureMounts, ...pythonMounts, ...binaries('potrace', 'rsvg-convert')],
  edges: [
    ...encodingEdges(['svg', 'dxf'], { cost: 3, loses }),
    { reads: ['svg'], writes: ['dxf'], cost: 3, loses, lacks: browserFeatures },
  ],
  command: (step) => codecCommand(codecs, step),
});

function trace(backend: string, ...flags: string[]): ReturnType<Codecs['encoders'][string]> {
  const command = ['potrace', '--backend', backend, ...flags, '--output', '{result}', '{page}'];
  return { feed: 'pgm', holds: [], encode: [command] };
}
