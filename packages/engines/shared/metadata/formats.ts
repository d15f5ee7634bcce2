/** Lists the formats from which metadata can be removed, and the cleaner for each format. */
import { formatsOfFamily } from '@protean/formats';

/**
 * Maps each cleaner in `runner.py` to the formats from which it removes metadata. The cleaners in this map need only
 * Python.
 */
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

/** Returns the name of the cleaner for the format `ext`, or undefined. */
export function cleanerOf(ext: string): string | undefined {
  return Object.keys(cleaners).find((name) => cleaners[name]?.includes(ext));
}

/**
 * Formats whose conversion to the same format does more than remove metadata: pictures become smaller, and subtitles
 * can get new times.
 */
const notByCleaning = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif', ...(cleaners['subtitles'] ?? [])];

/** Formats that can be converted to the same format only to remove their metadata. */
export const cleanedOnly = markupAndPictures.filter((ext) => !notByCleaning.includes(ext));
