/** Finds the features of an SVG drawing that need a browser. */
import { gunzipSync } from 'node:zlib';
import { decode } from './source.ts';
import { split } from './split.ts';

/** Maximum size of a decompressed drawing, in bytes. The server decompresses drawings synchronously. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Maximum number of characters that the server searches. In a longer drawing, the runner searches the remaining
 * characters, but can only warn about a feature.
 */
export const maxSearched = 4_000_000;

/** The name of a feature, as used in warnings, and its patterns. A drawing has the feature if all patterns match. */
export type Feature = readonly [name: string, ...patterns: RegExp[]];

const browserOnly: readonly Feature[] = [
  ['foreignObject', /<(?:[\w-]+:)?foreignObject\b/],
  ['var()', /\bvar\(\s*--/],
  ['@font-face', /@font-face\b/],
  ['CSS at-rules', /@(?:media|supports|layer|container|property|scope)\b/],
  [
    'CSS selectors',
    /:(?:has|is|where|not|nth-[a-z-]+|only-[a-z-]+|last-[a-z-]+|first-of-type|root|empty)\b[^;{}"'<>]{0,200}\{/,
  ],
  ['CSS functions', /(?<![\w-])(?:calc|clamp|color-mix|oklch|oklab|lch|lab|hwb|light-dark|color)\(/],
  ['viewport units', /["':\s]-?[\d.]+(?:vw|vh|vmin|vmax|rem|ch|Q)\b\s*["';]/],
  ['CSS shapes', /\bclip-path\s*[:=]\s*["']?\s*(?:circle|polygon|inset|path|ellipse|xywh|rect)\(/],
  ['colours with spaces or percentages', /\b(?:rgb|hsl)a?\((?:[^(),]+|(?:[^(),]+,){3}[^(),]*%\s*)\)/],
  ['image-rendering', /\bimage-rendering\s*[:=]\s*["']?\s*(?:optimizeSpeed|pixelated|crisp-edges)/],
  ['color-interpolation', /\bcolor-interpolation\s*[:=]\s*["']?\s*linearRGB/],
  ['direction', /\bdirection\s*[:=]\s*["']?\s*rtl/],
  ['alignment-baseline', /\balignment-baseline\b/],
  ['lengthAdjust', /\blengthAdjust\b/],
  ['path of textPath', /<(?:[\w-]+:)?textPath\b[^<>]*\spath\s*=/],
  [
    'effects on parts of a text',
    /<(?:[\w-]+:)?(?:tspan|textPath)\b[^<>]*\s(?:clip-path|filter|mask|opacity|paint-order)\s*=/,
  ],
  ['text in a pattern', /<pattern\b[^<>]*>\s*(?:<[^<>/]*\/>\s*){0,20}<text\b/],
  ['feTile', /<(?:[\w-]+:)?feTile\b/],
  // Excludes an angle of 0, because Chromium treats it as unlimited.
  ['limitingConeAngle', /\blimitingConeAngle\s*=\s*["']\s*(?!-?0*\.?0*\s*["'])/],
  [
    'CSS masks',
    /\bmask(?:-image)?\s*:\s*[a-z-]*gradient\(|\bmask-(?:size|position|repeat|composite|mode)\s*:/,
  ],
  [
    'sizes and positions in CSS',
    /\{[^{}]*(?<![\w-])(?:[xyr]|[cr][xy]|width|height)\s*:|<(?:[\w-]+:)?(?:rect|circle|ellipse|image|use)\b[^<>]*\sstyle\s*=\s*["'][^"']*(?<![\w-])(?:[xyr]|[cr][xy]|width|height)\s*:/,
  ],
  ['font shorthand', /[{;"'\s]font\s*:/],
  [
    'small capitals and font features',
    /\bfont-(?:variant|feature)[a-z-]*\s*[:=]\s*["']?\s*(?!normal\b|["'\s])/,
  ],
  ['text-transform', /\btext-transform\s*[:=]\s*["']?\s*(?!none\b|["'\s])/],
  ['white-space', /\bwhite-space\s*[:=]\s*["']?\s*(?!normal\b|inherit\b|["'\s])/],
  ['vector-effect', /\bvector-effect\s*[:=]\s*["']?\s*non-scaling/],
  // If a font lacks a letter, resvg renders the whole text in the fallback font.
  ['right-to-left text', /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/],
  [
    'filter primitives without in2',
    /<(?:[\w-]+:)?fe(?:DisplacementMap|Blend|Composite)\b(?![^<>]*\sin2\s*=)/,
  ],
  ['CSS paths', /[{;"'\s]d\s*:\s*path\(/],
  ['bounding-box units of filter primitives', /\bprimitiveUnits\s*=\s*["']objectBoundingBox/],
  // resvg shifts the result of feMorphology by 1 pixel, and takes minutes for large radii.
  ['feMorphology', /<(?:[\w-]+:)?feMorphology\b/],
  // resvg clips the results of filter functions.
  ['filter functions', /\b(?:blur|drop-shadow)\(/],
  // resvg does not transform filter regions, and clips some filter chains at the edge of the canvas.
  [
    'filters in transformed content',
    /<(?:[\w-]+:)?filter\b/,
    /\b(?:rotate|scale|skew[XY])\(|\bmatrix\(\s*[^\s,()]+[\s,]+(?!-?0?\.?0*[\s,])/,
  ],
  ['blur after flood or offset', /<fe(?:Flood|Offset)\b[^<>]*\/>\s*<feGaussianBlur\b/],
  ['several filters', /\burl\(#[^()\s]{1,100}\)\s+url\(/],
  ['parts of filter regions', /<feFlood\b[^<>]*\sx\s*=|<feOffset\b[^<>]*\sd[xy]\s*=\s*["'][^"']*\./],
  ['font weights between the hundreds', /\bfont-weight\s*[:=]\s*["']?\s*(?!\d00\b)\d{1,4}\b/],
  [
    'dominant-baseline of SVG 1.1',
    /\bdominant-baseline\s*[:=]\s*["']?\s*(?:no-change|reset-size|use-script)/,
  ],
  ['CSS transforms', /[{;"'\s]transform\s*:/],
  ['unicode-bidi', /\bunicode-bidi\b/],
  ['text-orientation', /\btext-orientation\s*[:=]\s*["']?\s*(?:upright|sideways)/],
  ['emoji', /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u],
];

/**
 * Returns the names of the features that a drawing uses but resvg and librsvg do not draw. The features in `more` are
 * searched for too. For nearly all drawings, the list is empty.
 */
export function browserFeatures(file: Buffer, more: readonly Feature[] = []): readonly string[] {
  return featuresIn(textOf(file).slice(0, maxSearched), more);
}

export function featuresIn(drawing: string, more: readonly Feature[] = []): readonly string[] {
  const text = withoutData(drawing);
  const names = [...browserOnly, ...more]
    .filter(([, ...patterns]) => patterns.every((pattern) => pattern.test(text)))
    .map(([name]) => name);
  return hasNestedRules(text) ? [...names, 'nested CSS rules'] : names;
}

/** Returns whether a style sheet has nested rules. Rules inside at-rules do not count. */
function hasNestedRules(text: string): boolean {
  const { within } = split(text, '<style', '</style>');
  return within.some((style) => {
    // `selector` is the text between one `{`, `}` or `;` and the next `{`, `}` or `;`.
    const plain = split(style.slice(style.indexOf('>') + 1).replaceAll('<![CDATA[', ''), '/*', '*/').outside;
    const open: boolean[] = [];
    for (const [, selector = '', brace] of plain.matchAll(/([^{};]*)([{};])/g)) {
      if (brace === '{') {
        if (open.at(-1)) return true;
        open.push(!selector.includes('@'));
      } else if (brace === '}') open.pop();
    }
    return false;
  });
}

/** Returns the text without comments, embedded data and long lists of points. */
function withoutData(text: string): string {
  return split(text, '<!--', '-->').outside.replace(/base64,[\w+/=\s]+|\s(?:d|points)="[^"]{100,}"/g, '');
}

function textOf(file: Buffer): string {
  const isPacked = file[0] === 0x1f && file[1] === 0x8b;
  try {
    return decode(isPacked ? gunzipSync(file, { maxOutputLength: maxBytes }) : file);
  } catch {
    // The engine reports the error of an unreadable drawing.
    return '';
  }
}
