/**
 * Runs img2pdf for pictures that libvips decodes. If Protean first converted these pictures to another format, the PDFs
 * would be 10 times as large.
 */
import { defineEngine } from '../../contract/engine.ts';
import { pictureMounts, vipsMounts } from '../../contract/mounts.ts';
import { pictureReasons } from '../../shared/image/picture-options.ts';
import { vipsDecoders, vipsEnv } from '../vips/index.ts';
import { img2pdfMounts, img2pdfNeed, pageCommand, pageOptions } from './page.ts';

export const img2pdfVips = defineEngine({
  id: 'img2pdf-vips',
  title: 'img2pdf',
  needs: [img2pdfNeed, { command: 'vips', debian: 'libvips-tools' }],
  mounts: [...pictureMounts, ...vipsMounts, ...img2pdfMounts],
  edges: [{ reads: Object.keys(vipsDecoders), writes: ['pdf'], cost: 4, options: pageOptions }],
  reasons: pictureReasons,
  env: vipsEnv,
  command: (step) => pageCommand(step, vipsDecoders[step.from]?.(step)),
});
