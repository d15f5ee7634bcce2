/** Image formats, a row each. */
import type { Format } from './format.ts';

export const images: readonly Format[] = [
  {
    ext: 'jpg',
    name: 'JPEG',
    category: 'image',
    mime: 'image/jpeg',
    aliases: ['jpeg', 'jpe', 'jfif'],
    holds: ['colour'],
    magic: [{ hex: 'ffd8ff' }],
  },
  {
    ext: 'png',
    name: 'PNG',
    category: 'image',
    mime: 'image/png',
    holds: ['colour', 'alpha', 'depth', 'exact'],
    magic: [{ hex: '89504e470d0a1a0a' }],
    hub: true,
  },
  {
    ext: 'webp',
    name: 'WebP',
    category: 'image',
    mime: 'image/webp',
    holds: ['colour', 'alpha', 'animation'],
    inside: { container: 'riff', marks: ['WEBP'] },
  },
];
