/** Runs img2pdf for raw files of cameras. LibRaw first converts each raw file to an ordinary picture. */
import { rawDecoders } from '../libraw/index.ts';
import { defineEngine } from '../../contract/engine.ts';
import { binaries, nodeMounts } from '../../contract/mounts.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';
import { img2pdfMounts, img2pdfNeed, pageCommand, pageOptions } from './page.ts';

export const img2pdfRaw = defineEngine({
  id: 'img2pdf-raw',
  title: 'img2pdf',
  needs: [img2pdfNeed, { command: 'dcraw_emu', debian: 'libraw-bin' }],
  mounts: [...nodeMounts, ...binaries('dcraw_emu'), ...img2pdfMounts],
  edges: [{ reads: Object.keys(rawDecoders), writes: ['pdf'], cost: 6, options: pageOptions }],
  reasons: pictureReasons,
  command: (step) => pageCommand(step, rawDecoders[step.from]?.(step)),
});
