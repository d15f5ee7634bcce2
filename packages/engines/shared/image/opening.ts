/** Restricts the formats that sharp may open, and sets limits. */
import sharp from 'sharp';

// libvips detects formats by content and would load SVG under any name, so all other loaders are blocked.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

export const opening = { limitInputPixels: 100_000_000, failOn: 'error' } as const;
