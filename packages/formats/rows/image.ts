/** Image formats, one row each. */
import type { Format, Trait } from '../format.ts';
import { videos } from './video.ts';

type ImageInfo = Pick<
  Format,
  'aliases' | 'sharedNames' | 'magic' | 'magicOptional' | 'sign' | 'inside' | 'hub' | 'hubFor'
>;

function image(
  ext: string,
  name: string,
  mime: string,
  holds: readonly Trait[],
  more: ImageInfo = {},
): Format {
  return { ext, name, category: 'image', mime, holds, ...more };
}

const marks = (...magic: string[]) => ({ magic: magic.map((hex) => ({ hex })) });

const isoMedia = (...brands: string[]) => ({ inside: { container: 'iso-media', marks: brands } }) as const;

const webp = { inside: { container: 'riff', marks: ['WEBP'] } } as const;

const png = '89504e470d0a1a0a';

const tiff = marks('49492a00', '4d4d002a', '49492b00', '4d4d002b');

/**
 * Signatures of files with 1 to 32 cursors. Files without a cursor have no signature, because a Targa image may begin
 * with the same bytes. The signature of icons is included, because icon files often have the extension of cursor files.
 */
const cursors = marks(
  ...Array.from({ length: 32 }, (_, n) => `00000200${(n + 1).toString(16).padStart(2, '0')}00`),
  '00000100',
);

const opaque = ['colour', 'exact'] as const;
const transparent = ['colour', 'alpha', 'exact'] as const;
const photograph = ['colour', 'depth'] as const;
const drawing = ['colour', 'alpha', 'vector'] as const;
const deep = ['colour', 'alpha', 'depth', 'exact'] as const;

/**
 * For a file without a name, the first row with a matching signature determines the format. If one signature is the
 * beginning of another signature, the row with the longer signature must therefore come first.
 */
export const images: readonly Format[] = [
  // Formats that the web and mobile phones use.
  image('jls', 'JPEG-LS', 'image/jls', opaque, marks('ffd8fff7')),
  image('jpg', 'JPEG', 'image/jpeg', ['colour'], {
    aliases: ['jpeg', 'jpe', 'jfif', 'jif'],
    ...marks('ffd8ff'),
  }),
  image('png', 'PNG', 'image/png', deep, { ...marks(png), hub: true }),
  // `sign` is the name of the animation control chunk, `acTL`. The chunk `acTL` distinguishes APNG from PNG.
  image('apng', 'Animated PNG', 'image/apng', [...deep, 'animation'], {
    ...marks(png),
    sign: ['6163544c'],
    sharedNames: ['png'],
    // Animations and videos are converted through APNG, because APNG keeps every frame and its delay. FFmpeg reads
    // animated APNG. FFmpeg does not read animations in the image formats of `hubFor`, and cannot write animated AVIF
    // and JPEG XL.
    hubFor: ['webp', 'avif', 'jxl', 'heic', ...videos.map(({ ext }) => ext)],
  }),
  image('webp', 'WebP', 'image/webp', ['colour', 'alpha', 'animation'], webp),
  image('gif', 'GIF', 'image/gif', ['colour', 'alpha', 'animation'], marks('474946383761', '474946383961')),
  image('avif', 'AVIF', 'image/avif', ['colour', 'alpha', 'animation'], {
    aliases: ['avifs'],
    ...isoMedia('avif', 'avis'),
  }),
  image('heic', 'HEIC', 'image/heic', ['colour', 'alpha'], {
    aliases: ['heif', 'hif', 'heics', 'heifs'],
    ...isoMedia('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'),
  }),
  image(
    'jxl',
    'JPEG XL',
    'image/jxl',
    ['colour', 'alpha', 'depth', 'animation'],
    marks('ff0a', '0000000c4a584c200d0a870a'),
  ),
  image('svg', 'SVG', 'image/svg+xml', drawing),

  // Vector graphics formats of Windows and AutoCAD.
  image('emf', 'Enhanced metafile', 'image/emf', drawing, marks(`01000000${'..'.repeat(36)}20454d46`)),
  image('wmf', 'Windows metafile', 'image/wmf', drawing, {
    ...marks('d7cdc69a', '010009000003', '010009000001', '020009000003', '020009000001'),
  }),
  image('dxf', 'Drawing exchange', 'image/vnd.dxf', ['colour', 'vector'], {
    // Signature of the binary form.
    ...marks('4175746f4341442042696e61727920445846'),
    magicOptional: true,
  }),

  // Icons.
  image('ico', 'Windows icon', 'image/vnd.microsoft.icon', transparent, marks('00000100')),
  image('cur', 'Windows cursor', 'image/x-win-cursor', transparent, cursors),
  image('icns', 'Apple icon', 'image/icns', transparent, marks('69636e73')),

  // Formats for photography, print and film.
  image('cr3', 'Canon raw of 2018 and later', 'image/x-canon-cr3', photograph, isoMedia('crx ')),
  image('cr2', 'Canon raw', 'image/x-canon-cr2', photograph, marks('49492a00........4352')),
  image('tiff', 'TIFF', 'image/tiff', [...deep, 'pages'], { aliases: ['tif', 'ptif'], ...tiff }),
  // `sign` is the tag of the DNG version. The version tag distinguishes DNG from other files based on TIFF.
  image('dng', 'Digital Negative', 'image/x-adobe-dng', photograph, {
    ...tiff,
    sign: ['12c60100', 'c6120001'],
  }),
  image('nef', 'Nikon raw', 'image/x-nikon-nef', photograph, tiff),
  image('arw', 'Sony raw', 'image/x-sony-arw', photograph, tiff),
  image('raf', 'Fujifilm raw', 'image/x-fuji-raf', photograph, marks('46554a4946494c4d4343442d524157')),
  image('orf', 'Olympus raw', 'image/x-olympus-orf', photograph, marks('4949524f', '49495253', '4d4d4f52')),
  // The extension `rwl` is for Leica files, because Leica sells Panasonic cameras under the Leica brand.
  image('rw2', 'Panasonic raw', 'image/x-panasonic-rw2', photograph, {
    aliases: ['rwl'],
    ...marks('49495500'),
  }),
  ...[
    ['nrw', 'Nikon Coolpix raw', 'image/x-nikon-nrw'],
    ['pef', 'Pentax raw', 'image/x-pentax-pef'],
    ['srw', 'Samsung raw', 'image/x-samsung-srw'],
    ['sr2', 'Sony raw of 2005', 'image/x-sony-sr2'],
    ['3fr', 'Hasselblad raw', 'image/x-hasselblad-3fr'],
    ['fff', 'Imacon raw', 'image/x-hasselblad-fff'],
    ['iiq', 'Phase One raw', 'image/x-phaseone-iiq'],
    ['erf', 'Epson raw', 'image/x-epson-erf'],
    ['mef', 'Mamiya raw', 'image/x-mamiya-mef'],
    ['kdc', 'Kodak raw', 'image/x-kodak-kdc'],
    ['dcr', 'Kodak DCS raw', 'image/x-kodak-dcr'],
  ].map(([ext = '', name = '', mime = '']) => image(ext, name, mime, photograph, tiff)),
  image('psd', 'Photoshop', 'image/vnd.adobe.photoshop', deep, marks('384250530001')),
  image('psb', 'Photoshop, large', 'image/x-adobe-psb', deep, marks('384250530002')),
  image('xcf', 'GIMP', 'image/x-xcf', deep, marks('67696d702078636620')),
  image('jp2', 'JPEG 2000', 'image/jp2', ['colour', 'alpha', 'depth'], {
    aliases: ['jpf', 'jpx', 'jpg2'],
    ...marks('0000000c6a5020200d0a870a'),
  }),
  image('j2k', 'JPEG 2000 codestream', 'image/j2k', ['colour', 'alpha', 'depth'], {
    aliases: ['j2c', 'jpc'],
    ...marks('ff4fff51'),
  }),
  image('exr', 'OpenEXR', 'image/x-exr', deep, marks('762f3101')),
  image(
    'hdr',
    'Radiance HDR',
    'image/vnd.radiance',
    ['colour', 'depth'],
    marks('233f52414449414e4345', '233f52474245'),
  ),
  image(
    'dpx',
    'Digital Picture Exchange',
    'image/dpx',
    ['colour', 'depth', 'exact'],
    marks('53445058', '58504453'),
  ),

  // Formats of games and graphics programs.
  image('tga', 'Targa', 'image/x-tga', transparent, { aliases: ['targa', 'icb', 'vda', 'vst'] }),
  image('dds', 'DirectDraw surface', 'image/vnd.ms-dds', ['colour', 'alpha'], marks('444453207c000000')),
  image('qoi', 'Quite OK Image', 'image/qoi', transparent, marks('716f6966')),
  image('bmp', 'Windows bitmap', 'image/bmp', opaque, {
    aliases: ['dib'],
    // The second signature matches bitmaps from the Windows clipboard, which have no file header.
    ...marks('424d........00000000......00', '28000000................0100..00'),
  }),
  image(
    'pcx',
    'PC Paintbrush',
    'image/vnd.zbrush.pcx',
    opaque,
    marks('0a0501', '0a0301', '0a0201', '0a0001'),
  ),
  image('miff', 'ImageMagick', 'image/x-miff', deep, marks('69643d496d6167654d616769636b')),

  // Formats of Unix and the X Window System.
  image(
    'ppm',
    'Portable pixmap',
    'image/x-portable-pixmap',
    ['colour', 'depth', 'exact'],
    portable('6', '3'),
  ),
  image('pgm', 'Portable graymap', 'image/x-portable-graymap', ['depth', 'exact'], portable('5', '2')),
  image('pbm', 'Portable bitmap', 'image/x-portable-bitmap', ['exact'], portable('4', '1')),
  image(
    'pnm',
    'Portable anymap',
    'image/x-portable-anymap',
    ['colour', 'depth', 'exact'],
    portable(...'654321'),
  ),
  image('pam', 'Portable arbitrary map', 'image/x-portable-arbitrarymap', deep, portable('7')),
  image('xpm', 'X pixmap', 'image/x-xpixmap', ['colour', 'alpha'], marks('2f2a2058504d202a2f')),
  image('xbm', 'X bitmap', 'image/x-xbitmap', ['exact']),
  image('xwd', 'X window dump', 'image/x-xwindowdump', opaque, {
    magic: [{ hex: '0000000700000002', at: 4 }],
  }),
  image('sgi', 'Silicon Graphics', 'image/sgi', deep, {
    aliases: ['rgb', 'rgba', 'bw'],
    ...marks('01da0001', '01da0101', '01da0002', '01da0102'),
  }),
  image('ras', 'Sun raster', 'image/x-cmu-raster', opaque, { aliases: ['sun'], ...marks('59a66a95') }),
  image('pict', 'Macintosh picture', 'image/x-pict', ['colour'], {
    aliases: ['pct', 'pic'],
    magic: [{ hex: '001102ff', at: 522 }],
  }),
  image('wbmp', 'Wireless bitmap', 'image/vnd.wap.wbmp', ['exact']),
];

/**
 * A compressed SVG file begins like any other gzip file. The row for compressed SVG comes after the archive formats,
 * because a gzip file is rarely an SVG file.
 */
export const packedDrawings: readonly Format[] = [
  image('svgz', 'SVG, compressed', 'image/svg+xml', drawing, marks('1f8b08')),
];

/** Returns the signatures of a Netpbm format: the letter P, one of `digits`, and a white space character. */
function portable(...digits: string[]): Pick<Format, 'magic'> {
  return marks(...digits.flatMap((digit) => ['0a', '20', '0d', '09'].map((space) => `503${digit}${space}`)));
}
