/** Which formats can be cleaned of metadata, and by which part of the runner: what is not listed is not offered. */

/** The parts of `runner.py`, which need Python alone. */
export const cleaners: Readonly<Record<string, readonly string[]>> = {
  picture: ['jpg', 'png', 'apng', 'webp', 'gif', 'tiff', 'avif', 'heic', 'jxl', 'jp2'],
  drawing: ['svg', 'svgz'],
  ooxml: ['docx', 'docm', 'dotx', 'pptx', 'pptm', 'ppsx', 'potx', 'xlsx', 'xlsm', 'xltx'],
  opendocument: ['odt', 'ott', 'ods', 'ots', 'odp', 'otp', 'odg', 'otg'],
  flat: ['fodt', 'fods', 'fodp', 'fodg'],
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
  ...['mp3', 'wav', 'flac', 'opus', 'ogg', 'm4a', 'm4b', 'm4r', 'aac', 'wma', 'aiff', 'caf', 'mka', 'weba'],
  ...['mp4', 'mov', 'm4v', '3gp', '3g2', 'mkv', 'webm', 'avi', 'flv', 'wmv', 'ogv', 'ts'],
];

/** The part that cleans `ext`; undefined where none does. */
export function cleanerOf(ext: string): string | undefined {
  return Object.keys(cleaners).find((name) => cleaners[name]?.includes(ext));
}

/** Pictures that are also made smaller; and subtitles do not become themselves again. */
const notByCleaning = ['jpg', 'png', 'webp', 'gif', 'tiff', 'avif', ...(cleaners['subtitles'] ?? [])];

/** Those that become themselves again for no other reason than to be cleaned. */
export const cleanedOnly = markupAndPictures.filter((ext) => !notByCleaning.includes(ext));
