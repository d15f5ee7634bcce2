/** The arguments of rsvg-convert for the size of the result. */
import type { Options } from '../runtime/options.ts';

/** Drawings are rendered at the requested size, because scaling pixels would blur them. */
export function scale({ dpi, width, height, fit = 'inside' }: Options): string[] {
  const sides = [
    ...(width === undefined ? [] : ['--width', String(width)]),
    ...(height === undefined ? [] : ['--height', String(height)]),
  ];
  if (sides.length > 0) return fit === 'fill' ? sides : [...sides, '--keep-aspect-ratio'];
  return dpi === undefined ? [] : ['--zoom', String(dpi / 96)];
}
