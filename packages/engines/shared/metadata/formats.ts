/**
 * Lists the formats from which metadata can be removed, and the part of the runner that cleans each. Other formats are
 * not offered.
 */
import { formatsOfFamily } from '@protean/formats';

/** The parts of `runner.py` that need only Python. */
export const cleaners: Readonly<Record<string, readonly string[]>> = {
  picture: ['jpg', 'png', 'apng', 'webp', 'gif', 'tiff', 'avif', 'heic', 'jxl', 'jp2'],
  drawing: ['svg', 'svgz'],
  ooxml: (['ooxml-text', 'ooxml-slides', 'ooxml-sheet'] as const).flatMap((family) =>
    formatsOfFamily(family),
  ),
  opendocument: formatsOfFamily('opendocument-package'),
  flat: formatsOfFamily('opendocument-flat'),
  rtf: ['rtf'],
  page: ['html'],
  book: ['epub'],
  comic: ['cbz'],
  archive: [
    ...['zip', '7z', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst', 'tar.lz4', 'tar.lz', 'tar.lzma'],
    'gz',
  ],
  subtitles: ['vtt', 'ass', 'ssa', 'lrc', 'ttml'],
};

export const markupAndPictures = Object.keys(cleaners)
  .filter((name) => name !== 'archive')
  .flatMap((name) => cleaners[name] ?? []);

export const fontFormats = ['ttf', 'otf', 'woff', 'woff2'] as const;

export const mediaFormats = [
  ...['mp3', 'wav', 'flac', 'opus', 'ogg', 'aac', 'wma', 'aiff', 'caf'],
  ...formatsOfFamily('mpeg4-audio'),
  ...formatsOfFamily('matroska-audio'),
  ...formatsOfFamily('mpeg4-video'),
  ...formatsOfFamily('matroska-video'),
  ...['avi', 'flv', 'wmv', 'ogv', 'ts'],
];

/** Returns the part that cleans `ext`, or undefined. */
export function cleanerOf(ext: string): string | undefined {
  return Object.keys(cleaners).find((name) => cleaners[name]?.includes(ext));
}

/** Formats with a different same-format route: pictures that can be made smaller. Subtitles have no such route. */
const notByCleaning = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif', ...(cleaners['subtitles'] ?? [])];

/** Formats whose same-format route exists only for cleaning. */
export const cleanedOnly = markupAndPictures.filter((ext) => !notByCleaning.includes(ext));
