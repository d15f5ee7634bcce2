/** Lists of mounts that several engines share. */
import { sandboxPaths } from './sandbox-paths.ts';

/** Returns the paths of programs in /usr/bin. */
export const binaries = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/usr/bin/${name}`);

/** Python, its packages and the runners. */
export const pythonMounts = [
  ...binaries('python3'),
  '/usr/lib/python3',
  '/usr/lib/python3.*',
  sandboxPaths.engines,
];

/** Node, the runners and their imports. */
export const nodeMounts = [
  sandboxPaths.node,
  sandboxPaths.engines,
  sandboxPaths.packages,
  sandboxPaths.compiled,
];

/** Fonts and fontconfig. */
export const fontMounts = [
  ...['/etc/fonts', '/usr/share/fonts', '/usr/share/fontconfig', '/var/cache/fontconfig', sandboxPaths.fonts],
];

/** Hyphenation patterns for all languages. */
export const hyphenationPatterns = '/usr/share/hyphen';

/** The tools that check the pages of a PDF and extract its text. */
export const pdfTextMounts = [
  ...pythonMounts,
  ...binaries('pdfinfo', 'pdftotext', 'grep', 'qpdf'),
  '/usr/share/poppler',
];

/** The program and the data that write numbers as words, for numbered lists in office documents. */
export const numberWordMounts = [
  ...binaries('spellout'),
  '/usr/lib/libnumbertext',
  '/usr/share/libnumbertext',
];

/**
 * The program pandoc, and the program rsvg-convert, with which pandoc renders SVG drawings for target formats without
 * SVG.
 */
export const pandocMounts = [
  ...pythonMounts,
  ...binaries('pandoc', 'rsvg-convert'),
  ...fontMounts,
  '/usr/share/pandoc',
  ...numberWordMounts,
];

/** ImageMagick with its configuration, colour profiles and fonts. */
export const imagemagickMounts = [
  ...binaries('convert-im*.q16', 'identify-im*.q16'),
  ...['/etc/ImageMagick-*', '/usr/share/ImageMagick-*', '/usr/share/color/icc', ...fontMounts],
];

export const vipsMounts = [
  // This list includes djxl, which decodes the first frame of JPEG XL animations.
  ...binaries('vips', 'vipsheader', 'djxl'),
  '/etc/ImageMagick-*',
  '/usr/share/ImageMagick-*',
  ...fontMounts,
];

export const ffmpegMounts = [...binaries('ffmpeg', 'ffprobe'), '/usr/share/ffmpeg', ...fontMounts];

/**
 * Mounts of runners that open images with sharp. jxlinfo reads the colours of JPEG XL images. FFmpeg reduces a high
 * dynamic range to the standard range, and avifenc keeps a high dynamic range.
 */
export const pictureMounts = [...nodeMounts, ...ffmpegMounts, ...binaries('jxlinfo', 'avifenc')];

/** The tools that pack and unpack archives. */
export const archiverMounts = [
  ...pythonMounts,
  // The text detector recognises the encoding of old file names.
  ...nodeMounts,
  ...binaries('bsdtar', '7zz', 'unar', 'lsar', 'brotli', 'gzip', 'lz4'),
  // On Debian 13, 7zz is a script that starts a program in /usr/lib/7zip.
  '/usr/lib/7zip',
  ...['/usr/lib/libgnustep-base.so*', '/usr/lib/GNUstep', '/usr/share/GNUstep', '/etc/GNUstep'],
];

export const officeMounts = [
  ...pdfTextMounts,
  ...fontMounts,
  // pandoc reads RTF embedded in a Word document.
  ...binaries('qpdf', 'pandoc'),
  '/usr/share/pandoc',
  ...['/usr/lib/libreoffice', '/usr/share/libreoffice', '/etc/libreoffice', '/etc/papersize'],
  ...[hyphenationPatterns, '/usr/share/liblangtag', '/usr/share/libexttextcat', '/usr/share/libnumbertext'],
];

/** Chromium, and the tools that runners need to load and print pages with Chromium. */
export const chromiumMounts = [
  ...nodeMounts,
  ...pdfTextMounts,
  ...fontMounts,
  ...[sandboxPaths.browserProcess, '/usr/lib/chromium', hyphenationPatterns],
  ...binaries('pdftoppm', 'qpdf', 'fc-list'),
];
