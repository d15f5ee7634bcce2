/** Finds the features of a drawing that resvg draws wrongly. */
import { browserFeatures, type Feature } from '../../shared/svg/features.ts';

/** SVG features that resvg draws wrongly, in addition to the features that `browserFeatures` always finds. */
const wrong: readonly Feature[] = [
  // resvg rounds the size of a pattern's tile to pixels, so later tiles are out of place. Drawings with `context-fill`
  // or `context-stroke` are excluded, because Chromium does not draw `context-fill` and `context-stroke`.
  ['pattern', /<(?:[\w-]+:)?pattern\b/, /^(?![^]*\bcontext-(?:fill|stroke)\b)/],
];

export const pictureFeatures = (file: Buffer): readonly string[] => browserFeatures(file, wrong);
