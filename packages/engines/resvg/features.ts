/** Finds the features of an SVG drawing that only a browser draws. */
import { gunzipSync } from 'node:zlib';
import { decode } from './source.ts';

/** Upper bound on a decompressed drawing: the server waits for it. */
const maxBytes = 16 * 1024 * 1024;

/** Patterns that must all be in the text, by the name of the feature in warnings. */
const browserOnly: readonly (readonly [name: string, ...patterns: RegExp[]])[] = [
  ['foreignObject', /<(?:[\w-]+:)?foreignObject\b/],
  ['var()', /\bvar\(\s*--/],
  ['@font-face', /@font-face\b/],
  ['CSS at-rules', /@(?:media|supports|layer|container|property|scope)\b/],
  [
    'CSS selectors',
    /:(?:has|is|where|not|nth-[a-z-]+|only-[a-z-]+|last-[a-z-]+|first-of-type|root|empty)\b[^;{}"'<>]{0,200}\{/,
  ],
  ['CSS functions', /\b(?:calc|clamp|color-mix|oklch|oklab|lch|lab|hwb|light-dark|color)\(/],
  ['viewport units', /["':\s]-?[\d.]+(?:vw|vh|vmin|vmax|rem|ch|Q)\b\s*["';]/],
  ['CSS shapes', /\bclip-path\s*[:=]\s*["']?\s*(?:polygon|inset|path|ellipse|xywh|rect)\(/],
  ['CSS paths', /[{;"'\s]d\s*:\s*path\(/],
  ['bounding-box units of filter primitives', /\bprimitiveUnits\s*=\s*["']objectBoundingBox/],
  // resvg shifts the result by a pixel, and takes minutes for large radii.
  ['feMorphology', /<(?:[\w-]+:)?feMorphology\b/],
  // resvg cuts their results off.
  ['filter functions', /\b(?:blur|drop-shadow)\(/],
  // resvg's filter regions are not rotated or skewed.
  [
    'filters in rotated content',
    /<(?:[\w-]+:)?filter\b/,
    /\b(?:rotate|skew[XY])\(|\bmatrix\(\s*[^\s,()]+[\s,]+(?!-?0?\.?0*[\s,])/,
  ],
  ['CSS transforms', /[{;"'\s]transform\s*:/],
  ['unicode-bidi', /\bunicode-bidi\b/],
  ['emoji', /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u],
];

/** A rule within a rule that is no at-rule. */
const nestedRule = /(?:^|[{};])[^@{}]{0,500}\{[^{}]{0,5000}\{/;

/** The names of the features that resvg and librsvg do not draw; empty for nearly all drawings. */
export function browserFeatures(file: Buffer): readonly string[] {
  const text = textOf(file);
  const names = browserOnly
    .filter(([, ...patterns]) => patterns.every((pattern) => pattern.test(text)))
    .map(([name]) => name);
  const styles = [...text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
  return styles.some(isNested) ? [...names, 'nested CSS rules'] : names;
}

const isNested = (style: string) => nestedRule.test(style.replaceAll(/<!\[CDATA\[|\/\*[\s\S]*?\*\//g, ''));

/** Comments and embedded data are left out. */
function textOf(file: Buffer): string {
  const isPacked = file[0] === 0x1f && file[1] === 0x8b;
  try {
    const text = decode(isPacked ? gunzipSync(file, { maxOutputLength: maxBytes }) : file);
    return text.replace(/<!--[\s\S]*?-->/g, '').replace(/base64,[\w+/=\s]+/g, '');
  } catch {
    // The engine tells what is wrong with the file.
    return '';
  }
}
