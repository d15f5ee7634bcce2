/** sharp (libvips in Node): the quick and careful path for the raster images of the web. */
import { format } from '../formats/formats.ts';
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

const single = ['jpg', 'png', 'webp', 'gif', 'avif'];

export const sharp = defineEngine({
  id: 'sharp',
  title: 'sharp',
  needs: [],
  edges: [
    { reads: single, writes: ['jpg', 'webp'], cost: 1, options: ['quality'] },
    { reads: single, writes: ['png', 'gif', 'tiff'], cost: 1 },
    { reads: single, writes: ['avif'], cost: 4, options: ['quality'] },
    { reads: ['tiff'], writes: ['jpg', 'webp'], cost: 1, options: ['quality'], many: true },
    { reads: ['tiff'], writes: ['png', 'gif'], cost: 1, many: true },
    { reads: ['tiff'], writes: ['avif'], cost: 4, options: ['quality'], many: true },
  ],
  command: (step) => hostCommand('image.ts', step, { holds: format(step.to).holds }),
});
