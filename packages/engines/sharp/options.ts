/** The options that make sense when one picture becomes another, from what the two formats can hold. */
import { format } from '@protean/formats';
import { optionsWhere, type OptionName } from '../runtime/options.ts';
import type { Reason } from '../runtime/reasons.ts';

const withQuality = ['jpg', 'webp', 'avif', 'heic', 'jxl', 'jp2'];
const withMaxSize = ['jpg', 'webp', 'avif'];
const exactToo = ['webp', 'avif', 'heic', 'jxl', 'jp2'];
const described = ['jpg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl'];
const moving = ['gif', 'webp'];

/** For the tools that know all of them. */
export function pictureOptions(from: string, to: string): readonly OptionName[] {
  const covers = format(from).holds.includes('alpha') && !format(to).holds.includes('alpha');
  const chooses = from === 'tiff' || (moving.includes(from) && !moving.includes(to));
  return optionsWhere({
    quality: withQuality.includes(to),
    max_size: withMaxSize.includes(to),
    width: true,
    height: true,
    fit: true,
    background: covers,
    lossless: exactToo.includes(to),
    strip_metadata: described.includes(to),
    page: chooses,
  });
}

/** What the tools for pictures say of those that are too large. */
export const pictureReasons: readonly (readonly [RegExp, Reason])[] = [
  [
    /exceeds (the )?pixel limit|more than a picture may have|exceeds limit|Picture size \S+ is invalid|max_pixels/i,
    'too_many_pixels',
  ],
];
