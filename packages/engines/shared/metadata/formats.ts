/** Which formats can be cleaned of metadata, and by which part of the runner: what is not listed is not offered. */
import { formatsOfFamily } from '@protean/formats';

/** The parts of `runner.py`, which need Python alone. */
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

/** The part that cleans `ext`; undefined where none does. */
export function cleanerOf(ext: string): string | undefined {
  return Object.keys(cleaners).find((name) => cleaners[name]?.includes(ext));
}

/** Pictures that are also made smaller; and subtitles do not become themselves again. */
const notByCleaning = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif', ...(cleaners['subtitles'] ?? [])];

/** Those that become themselves again for no other reason than to be cleaned. */
export const cleanedOnly = markupAndPictures.filter((ext) => !notByCleaning.includes(ext));
