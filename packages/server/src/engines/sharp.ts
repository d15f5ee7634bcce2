/** sharp (libvips in Node): the quick and careful path for the raster images of the web. */
import { defineEngine } from './engine.ts';
import { hostCommand } from './host.ts';

export const sharp = defineEngine({
  id: 'sharp',
  title: 'sharp',
  needs: [],
  edges: [{ reads: ['jpg', 'png', 'webp'], writes: ['jpg', 'png', 'webp'], cost: 1, options: ['quality'] }],
  command: (step) => hostCommand('image.ts', step),
});
