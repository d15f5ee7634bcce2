/** Options of image conversions, depending on the capabilities of both formats. */
import { format } from '@protean/formats';
import { optionsWhere, type OptionName } from '../../contract/options.ts';
import type { Reason } from '../../contract/reasons.ts';

/**
 * Memory limit in bytes. For a 50-megapixel phone photo, the JPEG XL encoder takes up to 3.4 GB and the AVIF encoder
 * 2.6 GB, or more with more processors.
 */
export const pictureMemory = 3584 * 1024 * 1024;

const withQuality = ['jpg', 'webp', 'avif', 'heic', 'jxl', 'jp2'];
const withMaxSize = ['jpg', 'webp', 'avif'];
const withLossless = ['webp', 'avif', 'heic', 'jxl', 'jp2'];
const withMetadata = ['jpg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl'];
const animated = ['gif', 'webp'];

/**
 * Returns the options that apply to a conversion between the two formats. The tool that converts must support all
 * returned options.
 */
export function pictureOptions(from: string, to: string): readonly OptionName[] {
  const flattens = format(from).holds.includes('alpha') && !format(to).holds.includes('alpha');
  const chooses = from === 'tiff' || (animated.includes(from) && !animated.includes(to));
  return optionsWhere({
    quality: withQuality.includes(to),
    max_size: withMaxSize.includes(to),
    width: true,
    height: true,
    fit: true,
    rotate: true,
    sizes: to === 'ico',
    background: flattens,
    lossless: withLossless.includes(to),
    strip_metadata: withMetadata.includes(to),
    page: chooses,
  });
}

/** Messages of image tools about pictures that are too large. */
export const pictureReasons: readonly (readonly [RegExp, Reason])[] = [
  [
    /exceeds (the )?pixel limit|more than a picture may have|exceeds limit|Picture size \S+ is invalid|max_pixels/i,
    'too_many_pixels',
  ],
  // Messages of libtiff about a compression that it does not support. A file with an unsupported compression is intact.
  [/(\w+ compression) support is not configured/, 'unsupported_feature'],
  [/(Compression scheme \d+) \w+ decoding is not implemented/, 'unsupported_feature'],
];
