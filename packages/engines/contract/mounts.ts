/** Lists of mounts that several engines share. */
import { sandboxPaths } from './sandbox-paths.ts';

/** The paths of programs in /usr/bin. */
export const binaries = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/usr/bin/${name}`);

/** Python, its packages and the runners. */
export const pythonMounts = [
  ...binaries('python3'),
  '/usr/lib/python3',
  '/usr/lib/python3.*',
  sandboxPaths.engines,
];

/** Node, the runners and what they import. */
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

/** Hyphenation patterns of all languages. */
export const hyphenationPatterns = '/usr/share/hyphen';

/** The tools that check pages and read the text of a PDF. */
export const pdfTextMounts = [
  ...pythonMounts,
  ...binaries('pdfinfo', 'pdftotext', 'grep', 'qpdf'),
  '/usr/share/poppler',
];

/** Writes numbers in words, for lists of office documents. */
export const numberWordMounts = [
  ...binaries('spellout'),
  '/usr/lib/libnumbertext',
  '/usr/share/libnumbertext',
];

/** It has drawings rendered for programs that show none. */
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
  // djxl decodes the first frame of animations.
  ...binaries('vips', 'vipsheader', 'djxl'),
  '/etc/ImageMagick-*',
  '/usr/share/ImageMagick-*',
  ...fontMounts,
];

export const ffmpegMounts = [...binaries('ffmpeg', 'ffprobe'), '/usr/share/ffmpeg', ...fontMounts];

/** For runners that open pictures with sharp: jxlinfo tells the colours of JPEG XL, FFmpeg maps a high dynamic range, avifenc keeps it. */
export const pictureMounts = [...nodeMounts, ...ffmpegMounts, ...binaries('jxlinfo', 'avifenc')];

/** The tools that pack and unpack archives. */
export const archiverMounts = [
  ...pythonMounts,
  // Names in an encoding of their own time are read by the detector of texts.
  ...nodeMounts,
  ...binaries('bsdtar', '7zz', 'unar', 'lsar', 'brotli', 'gzip', 'lz4'),
  // Where Debian 13's 7zz is a script, the program lies here.
  '/usr/lib/7zip',
  ...['/usr/lib/libgnustep-base.so*', '/usr/lib/GNUstep', '/usr/share/GNUstep', '/etc/GNUstep'],
];

export const officeMounts = [
  ...pdfTextMounts,
  ...fontMounts,
  // pandoc reads RTF that a Word document imports.
  ...binaries('qpdf', 'pandoc'),
  '/usr/share/pandoc',
  ...['/usr/lib/libreoffice', '/usr/share/libreoffice', '/etc/libreoffice', '/etc/papersize'],
  ...[hyphenationPatterns, '/usr/share/liblangtag', '/usr/share/libexttextcat', '/usr/share/libnumbertext'],
];

/** The browser, and what reads or prints a page beside it. */
export const chromiumMounts = [
  ...nodeMounts,
  ...pdfTextMounts,
  ...fontMounts,
  ...[sandboxPaths.browserProcess, '/usr/lib/chromium', hyphenationPatterns],
  ...binaries('pdftoppm', 'qpdf', 'fc-list'),
];
