/** potrace: the outlines of a picture's dark parts, as shapes that scale. */
import { codecCommand, encodingEdges, type Codecs } from './image/codec.ts';
import { defineEngine } from './engine.ts';

const codecs: Codecs = {
  decoders: {},
  encoders: {
    svg: () => ({
      feed: 'pgm',
      holds: [],
      encode: [['potrace', '--backend', 'svg', '--resolution', '96', '--output', '{result}', '{page}']],
    }),
  },
};

export const potrace = defineEngine({
  id: 'potrace',
  title: 'potrace',
  needs: [{ command: 'potrace', debian: 'potrace' }],
  edges: encodingEdges(['svg'], { cost: 3, loses: ['colour', 'alpha'] }),
  command: (step) => codecCommand(codecs, step),
});
