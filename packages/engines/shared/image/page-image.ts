/** Converts a rendered page to a picture: fits it to the requested size and encodes it with sharp. */
import type { Sharp } from 'sharp';
import { bilevelPalette, bilevelPng } from './bilevel.ts';
import type { Step } from '../../contract/engine.ts';

type Encode = (page: Sharp, quality: { quality?: number }, bilevel: boolean) => Sharp;

const encoders: Readonly<Record<string, Encode>> = {
  png: (page, _, bilevel) => page.png(bilevel ? bilevelPng : {}),
  jpg: (page, quality) => page.jpeg({ quality: 90, ...quality }),
  // The encoding effort is low, because a book has hundreds of pages. For a page of text, the default effort saves only
  // 2%, but takes twice as long for WebP, and 10 times as long for AVIF.
  webp: (page, quality) => page.webp({ quality: 85, effort: 2, ...quality }),
  avif: (page, quality) => page.avif({ quality: 60, effort: 1, ...quality }),
  gif: (page, _, bilevel) => page.gif(bilevel ? bilevelPalette : {}),
};

/**
 * Writes `page` to `file` in the target format with the step's options. `bilevel` means that all pixels are black or
 * white.
 */
export async function writePageImage(
  page: Sharp,
  file: string,
  { to, options }: Pick<Step, 'to' | 'options'>,
  bilevel = false,
): Promise<void> {
  const { width = null, height = null, fit = 'inside', quality } = options;
  const isSized = width !== null || height !== null;
  const sized = isSized ? page.resize(width, height, { fit, background: 'white' }) : page;
  const encode = encoders[to];
  if (!encode) throw new Error(`pages cannot be written as ${to}`);
  await encode(sized, quality === undefined ? {} : { quality }, bilevel && !isSized).toFile(file);
}
