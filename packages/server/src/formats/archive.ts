/** Archive formats, a row each. */
import type { Format } from './format.ts';

export const archives: readonly Format[] = [
  {
    ext: 'zip',
    name: 'ZIP archive',
    category: 'archive',
    mime: 'application/zip',
    holds: ['tree', 'modes'],
    magic: [{ hex: '504b0304' }, { hex: '504b0506' }],
    hub: true,
  },
];
