/** Computes the size of the drawn picture, within the picture limits. */
import type { Options } from '../../contract/options.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import type { Size } from '../../shared/svg/root.ts';

const maxPixels = 100_000_000;
const maxSide = 32_767;

/**
 * Returns the size in pixels. The drawing is drawn at this size, because scaling the pixels later would blur them.
 * Refuses sizes beyond the limits.
 */
export function drawnSize(natural: Size, options: Options): Size {
  const scale = scaleOf(natural, options);
  const size = {
    width: Math.max(1, Math.round(natural.width * scale)),
    height: Math.max(1, Math.round(natural.height * scale)),
  };
  if (Math.max(size.width, size.height) > maxSide || size.width * size.height > maxPixels)
    refuse('too_many_pixels');
  return size;
}

/** Returns the scale of a drawing. Without options, the scale is 1: each CSS pixel becomes one pixel. */
function scaleOf(natural: Size, options: Options): number {
  const { dpi = 96, fit = 'inside', rotate = 0 } = options;
  // The picture is rotated after it is drawn, so width and height are swapped.
  const isTurned = rotate % 180 === 90;
  const [width, height] = isTurned ? [options.height, options.width] : [options.width, options.height];
  const scales = [width && width / natural.width, height && height / natural.height].filter(
    (scale) => scale !== undefined,
  );
  if (scales.length === 0) return dpi / 96;
  return fit === 'inside' || fit === 'contain' ? Math.min(...scales) : Math.max(...scales);
}
