/** Selects the sizes of the pictures in an icon. */
import type { Step } from '../../contract/engine.ts';
import { warn } from '../runner/warn.ts';

interface IconFormat {
  usual: readonly number[];
  /** Returns whether the icon format supports a picture of the size `size`. */
  allows: (size: number) => boolean;
}

/**
 * Sizes of an Apple icon. The additional images for high-resolution displays are left out, because png2icns does not
 * support them.
 */
const appleSizes = [16, 32, 48, 128, 256, 512, 1024];

const formats: Readonly<Record<string, IconFormat>> = {
  ico: { usual: [16, 32, 48, 256], allows: (size) => size <= 256 },
  icns: { usual: appleSizes, allows: (size) => appleSizes.includes(size) },
};

/**
 * Returns the icon sizes in pixels, largest first. `longest` is the longer side of the picture in pixels, or Infinity
 * for a vector drawing.
 */
export function iconSizes(step: Pick<Step, 'to' | 'options' | 'outputDir'>, longest: number): number[] {
  const { usual, allows } = formats[step.to] ?? { usual: [], allows: () => true };
  const fits = (size: number) => size <= longest && allows(size);
  const asked = step.options.sizes?.split(',').map(Number);
  const leftOut = asked?.filter((size) => !fits(size)) ?? [];
  if (leftOut.length > 0) warn(step, 'sizes_left_out', leftOut.join(','));
  const chosen = (asked ?? withOwn(usual, longest, allows)).filter(fits);
  const sizes = chosen.length > 0 ? chosen : [largestWithin(usual, longest)];
  return [...new Set(sizes)].sort((a, b) => b - a);
}

/** Returns the sizes in `usual`, and the size of the picture if the format allows it. */
function withOwn(usual: readonly number[], longest: number, allows: IconFormat['allows']): readonly number[] {
  return Number.isFinite(longest) && allows(longest) ? [...usual, longest] : usual;
}

function largestWithin(usual: readonly number[], longest: number): number {
  return Math.max(Math.min(...usual), ...usual.filter((size) => size <= longest));
}
