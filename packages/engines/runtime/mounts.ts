/** Lists of what several engines need to see of the machine in their box, for their `shows`. */
import { sandboxPaths } from './sandbox-paths.ts';

/** Programs of the system by their names. */
export const binaries = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/usr/bin/${name}`);

/** Python, its packages and our hosts. */
export const pythonMounts = [
  ...binaries('python3'),
  '/usr/lib/python3',
  '/usr/lib/python3.*',
  sandboxPaths.engines,
];

/** Node, our hosts and what they import. */
export const nodeMounts = [
  sandboxPaths.node,
  sandboxPaths.engines,
  sandboxPaths.packages,
  sandboxPaths.compiled,
];

/** Fonts, and how they are chosen. */
export const fontMounts = [
  ...['/etc/fonts', '/usr/share/fonts', '/usr/share/fontconfig', '/var/cache/fontconfig'],
];

/** Patterns for hyphenation, by language. */
export const hyphenationPatterns = '/usr/share/hyphen';

/** What reads the text of a PDF, as `page/check.ts` and the readers of pages do. */
export const pdfTextMounts = [
  ...pythonMounts,
  ...binaries('pdfinfo', 'pdftotext', 'pdftohtml', 'grep'),
  '/usr/share/poppler',
];

export const pandocMounts = [...pythonMounts, ...binaries('pandoc'), '/usr/share/pandoc'];

/** ImageMagick with all that it consults. */
export const imagemagickMounts = [
  ...binaries('convert-im*.q16', 'identify-im*.q16'),
  ...['/etc/ImageMagick-*', '/usr/share/ImageMagick-*', '/usr/share/color/icc', ...fontMounts],
];

export const vipsMounts = [
  ...binaries('vips', 'vipsheader'),
  '/etc/ImageMagick-*',
  '/usr/share/ImageMagick-*',
  ...fontMounts,
];

export const ffmpegMounts = [...binaries('ffmpeg', 'ffprobe'), '/usr/share/ffmpeg', ...fontMounts];

/** What packs and unpacks, as hosts/archives does. */
export const archiverMounts = [
  ...pythonMounts,
  ...binaries('bsdtar', '7zz', 'unar', 'lsar', 'brotli', 'gzip', 'lz4'),
  ...['/usr/lib/libgnustep-base.so*', '/usr/lib/GNUstep', '/usr/share/GNUstep', '/etc/GNUstep'],
];

export const officeMounts = [
  ...pdfTextMounts,
  ...fontMounts,
  ...['/usr/lib/libreoffice', '/usr/share/libreoffice', '/etc/libreoffice', '/etc/papersize'],
  ...[hyphenationPatterns, '/usr/share/liblangtag', '/usr/share/libexttextcat', '/usr/share/libnumbertext'],
];
