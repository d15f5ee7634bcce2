/** Finds the features of a drawing that librsvg does not draw correctly in PDF and PostScript. */
import { browserFeatures, type Feature } from '../../shared/svg/features.ts';

/**
 * Features that librsvg 2.54 omits or misplaces, in addition to browser-only features. The list includes filters,
 * although every engine draws filters as pixels.
 */
const missing: readonly Feature[] = [
  ['filter', /<(?:[\w-]+:)?filter\b/],
  ['textPath', /<(?:[\w-]+:)?textPath\b/],
  ['textLength', /\btextLength\b/],
  ['dominant-baseline', /\bdominant-baseline\b/],
  ['word-spacing', /\bword-spacing\b/],
  ['writing-mode', /\bwriting-mode\b/],
  ['rotated letters', /<(?:[\w-]+:)?(?:text|tspan)\b[^<>]*\srotate\s*=/],
  ['positions of letters', /<(?:[\w-]+:)?(?:text|tspan)\b[^<>]*\sd?[xy]\s*=\s*["']\s*[^"'\s,]+[\s,]+[^"'\s]/],
  ['context paints', /\bcontext-(?:fill|stroke)\b/],
  ['transform-origin', /\btransform-origin\b/],
  ['fr of radialGradient', /<(?:[\w-]+:)?radialGradient\b[^<>]*\sfr\s*=/],
];

/**
 * librsvg draws masks at 72 pixels per inch, and masked text as shapes. For PostScript, masks are not listed, because
 * no engine writes masks in PostScript.
 */
const missingInPdf: readonly Feature[] = [...missing, ['mask', /<(?:[\w-]+:)?mask\b/]];

export const pdfFeatures = (file: Buffer): readonly string[] => browserFeatures(file, missingInPdf);

export const pageFeatures = (file: Buffer): readonly string[] => browserFeatures(file, missing);
