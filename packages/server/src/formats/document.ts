/** Document formats of office programs, and PDF; a row each. */
import type { Format } from './format.ts';

export const documents: readonly Format[] = [
  {
    ext: 'pdf',
    name: 'PDF',
    category: 'document',
    mime: 'application/pdf',
    holds: ['text', 'styling', 'layout', 'images', 'pages', 'colour', 'vector', 'alpha'],
    magic: [{ hex: '25504446' }],
    hub: true,
  },
];
