/** LibRaw: develops raw files of cameras with the camera's white balance. */
import { format } from '@protean/formats';
import { codecCommand, decodingEdges, type Codecs } from '../../shared/image/codec.ts';
import { pictureMemory, pictureReasons } from '../../shared/image/picture-options.ts';
import { defineEngine, type Step } from '../../contract/engine.ts';
import { binaries, nodeMounts } from '../../contract/mounts.ts';

const raws = [
  ...['dng', 'cr2', 'cr3', 'nef', 'nrw', 'arw', 'sr2', 'raf', 'orf', 'rw2', 'pef', 'srw'],
  ...['3fr', 'fff', 'iiq', 'erf', 'mef', 'kdc', 'dcr'],
];

export const rawDecoders: Codecs['decoders'] = Object.fromEntries(raws.map((ext) => [ext, develop]));

export const libraw = defineEngine({
  id: 'libraw',
  title: 'LibRaw',
  needs: [{ command: 'dcraw_emu', debian: 'libraw-bin' }],
  mounts: [...nodeMounts, ...binaries('dcraw_emu')],
  edges: decodingEdges(raws, 4),
  limits: { memory: pictureMemory },
  reasons: pictureReasons,
  command: (step) => codecCommand({ decoders: rawDecoders, encoders: {} }, step),
});

function develop({ input, work, to }: Step): ReturnType<Codecs['decoders'][string]> {
  const decoded = `${work}/developed.tiff`;
  const deep = format(to).holds.includes('depth') ? ['-6'] : [];
  return { decoded, decode: [['dcraw_emu', '-w', '-T', ...deep, '-Z', decoded, input]] };
}
