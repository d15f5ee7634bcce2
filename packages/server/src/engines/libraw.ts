/** LibRaw: what a camera's sensor saw, developed as the camera would have. */
import { format } from '../formats/formats.ts';
import { codecCommand, decodingEdges, type Codecs } from './image/codec.ts';
import { pictureReasons } from './image/options.ts';
import { defineEngine } from './engine.ts';

const codecs: Codecs = {
  decoders: {
    dng: ({ input, work, to }) => {
      const decoded = `${work}/developed.tiff`;
      const deep = format(to).holds.includes('depth') ? ['-6'] : [];
      return { decoded, decode: [['dcraw_emu', '-w', '-T', ...deep, '-Z', decoded, input]] };
    },
  },
  encoders: {},
};

export const libraw = defineEngine({
  id: 'libraw',
  title: 'LibRaw',
  needs: [{ command: 'dcraw_emu', debian: 'libraw-bin' }],
  edges: decodingEdges(['dng'], 4),
  reasons: pictureReasons,
  command: (step) => codecCommand(codecs, step),
});
