/** Lists of what several engines need to see of the machine in their box, for their `shows`. */
import { inBox } from './in-box.ts';

/** Programs of the system by their names. */
export const binaries = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `/usr/bin/${name}`);

/** Python, its packages and our hosts. */
export const pythonParts = [...binaries('python3'), '/usr/lib/python3', '/usr/lib/python3.*', inBox.engines];

/** Node, our hosts and what they import. */
export const nodeParts = [inBox.node, inBox.engines, inBox.packages, inBox.compiled];

/** Fonts, and how they are chosen. */
export const fontParts = [
  ...['/etc/fonts', '/usr/share/fonts', '/usr/share/fontconfig', '/var/cache/fontconfig'],
];

/** Patterns for hyphenation, by language. */
export const hyphens = '/usr/share/hyphen';

/** What reads the text of a PDF, as `page/check.ts` and the readers of pages do. */
export const pageParts = [
  ...pythonParts,
  ...binaries('pdfinfo', 'pdftotext', 'pdftohtml', 'grep'),
  '/usr/share/poppler',
];

export const pandocParts = [...pythonParts, ...binaries('pandoc'), '/usr/share/pandoc'];

/** ImageMagick with all that it consults. */
export const magickParts = [
  ...binaries('convert-im6.q16', 'identify-im6.q16'),
  ...['/etc/ImageMagick-6', '/usr/share/ImageMagick-6', '/usr/share/color/icc', ...fontParts],
];

export const vipsParts = [
  ...binaries('vips', 'vipsheader'),
  '/etc/ImageMagick-6',
  '/usr/share/ImageMagick-6',
  ...fontParts,
];

export const ffmpegParts = [...binaries('ffmpeg', 'ffprobe'), '/usr/share/ffmpeg', ...fontParts];

/** What packs and unpacks, as hosts/archives does. */
export const packerParts = [
  ...pythonParts,
  ...binaries('bsdtar', '7zz', 'unar', 'lsar', 'brotli', 'gzip', 'lz4'),
  ...['/usr/lib/libgnustep-base.so*', '/usr/lib/GNUstep', '/usr/share/GNUstep', '/etc/GNUstep'],
];

export const officeParts = [
  ...pageParts,
  ...fontParts,
  ...['/usr/lib/libreoffice', '/usr/share/libreoffice', '/etc/libreoffice', '/etc/papersize'],
  ...[hyphens, '/usr/share/liblangtag', '/usr/share/libexttextcat', '/usr/share/libnumbertext'],
];
