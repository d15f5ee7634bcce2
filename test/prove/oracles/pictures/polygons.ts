/** Paints polygons on white. The test's readers of simple drawings paint with this module instead of another tool. */
import type { Picture } from '../../../samples/pictures/picture.ts';

/** The corners of a polygon, in pixels from the left and the top. */
export type Points = readonly (readonly [x: number, y: number])[];

/** Polygons that are filled together in one colour, by the even-odd rule. */
export interface Filled {
  colour: readonly number[];
  shapes: readonly Points[];
}

export function painted(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  layers: readonly Filled[],
): Picture {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const top = layers.findLast(({ shapes }) => isWithin(shapes, x + 0.5, y + 0.5));
      if (top) pixels.set(top.colour, (y * width + x) * 4);
    }
  }
  return { width, height, pixels };
}

const isWithin = (shapes: readonly Points[], x: number, y: number) =>
  shapes.reduce((sum, shape) => sum + crossed(shape, x, y), 0) % 2 === 1;

/** Returns how many edges of the polygon are crossed by the ray that leads from the point to the right. */
function crossed(points: Points, x: number, y: number): number {
  return points.filter(([x1, y1], n) => {
    const [x2, y2] = points[(n + 1) % points.length] ?? [0, 0];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  }).length;
}
