/** Restricts the formats that sharp may open, and limits the picture size. */
import sharp from 'sharp';

// Loaders that stay enabled. libvips detects formats by content, and would otherwise load an SVG with any extension.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

export const opening = { limitInputPixels: 100_000_000, failOn: 'error' } as const;
