/** libtiff: merges the pages of several TIFF files into one file without encoding the pages again. */
import { defineEngine } from '../../contract/engine.ts';
import { binaries } from '../../contract/mounts.ts';

export const libtiff = defineEngine({
  id: 'libtiff',
  title: 'LibTIFF',
  needs: [{ command: 'tiffcp', debian: 'libtiff-tools' }],
  mounts: binaries('tiffcp'),
  edges: [{ reads: ['tiff'], writes: ['tiff'], cost: 1, combines: true }],
  command: ({ inputs = [], output }) => ['tiffcp', '-m', '0', ...inputs, output],
});
