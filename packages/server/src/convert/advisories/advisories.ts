/**
 * Security advisories that matter to a converter: flaws that a crafted file can exploit. docs/operations/advisories.md
 * describes how to update the list.
 */
import { formatsOfFamily } from '@protean/formats';
import type { Advisory } from './advisory.ts';

type Fields = Omit<Advisory, 'id' | 'effect' | 'fixedIn' | 'url'> & { advisoriesAt?: string };

/**
 * Returns a function that creates the advisories of one package. `fields` are the fields that all these advisories
 * share.
 */
function rowsOf({ advisoriesAt = '', ...fields }: Fields) {
  return (
    id: string,
    fixedIn: readonly string[],
    effect: string,
    more: Partial<Omit<Advisory, 'id' | 'effect' | 'fixedIn'>> = {},
  ): Advisory => ({
    ...fields,
    ...{ id, fixedIn, effect },
    url: id.startsWith('GHSA') ? `${advisoriesAt}${id}` : `https://security-tracker.debian.org/tracker/${id}`,
    ...more,
  });
}

const heif = rowsOf({
  source: 'libheif',
  packages: ['libheif1'],
  formats: ['heic', 'avif'],
  advisoriesAt: 'https://github.com/strukturag/libheif/security/advisories/',
});

const de265 = rowsOf({
  source: 'libde265',
  packages: ['libde265-0'],
  formats: ['heic'],
  advisoriesAt: 'https://github.com/strukturag/libde265/security/advisories/',
});

const ffmpeg = rowsOf({ source: 'ffmpeg', packages: ['ffmpeg'], formats: [] });

const ghostscript = rowsOf({
  source: 'ghostscript',
  packages: ['ghostscript'],
  formats: ['ps', 'eps', 'ai', 'pdf'],
});

const libreoffice = rowsOf({ source: 'libreoffice', packages: ['libreoffice-core-nogui'], formats: [] });

const calibre = rowsOf({
  source: 'calibre',
  packages: ['calibre'],
  formats: [],
  advisoriesAt: 'https://github.com/kovidgoyal/calibre/security/advisories/',
});

const imagemagick = rowsOf({ source: 'imagemagick', packages: ['imagemagick'], formats: [] });

const libarchive = rowsOf({
  source: 'libarchive',
  packages: ['libarchive13t64', 'libarchive13'],
  formats: ['iso', 'cab', 'deb', 'rpm', 'tar', 'zip'],
});

const sevenZip = rowsOf({ source: '7zip', packages: ['7zip-standalone', '7zip'], formats: ['7z'] });

const libraw = rowsOf({
  source: 'libraw',
  packages: ['libraw23t64', 'libraw23', 'libraw20'],
  formats: ['dng', 'cr2', 'nef', 'arw'],
});

const sharp = rowsOf({
  source: 'sharp',
  packages: { npm: 'sharp' },
  formats: ['avif'],
  advisoriesAt: 'https://github.com/advisories/',
});

const hlsIsRefused = 'The HLS demuxer is not on the list of demuxers.';

export const advisories: readonly Advisory[] = [
  heif('CVE-2026-32741', ['1.22.0'], 'heap buffer overflow in mask images', {
    aliases: ['GHSA-j3w5-7whq-p37q'],
  }),
  heif('CVE-2026-50142', ['1.23.1'], 'unbounded memory in image sequences', {
    aliases: ['GHSA-jvmp-j3cw-84mh'],
    since: '1.19.0',
  }),
  heif('GHSA-g89c-p67h-r497', ['1.23.2'], 'heap buffer overflow when scaling; code execution', {
    aliases: ['CVE-2026-84383'],
  }),
  heif('GHSA-2jg2-4ch7-h545', ['1.23.2'], 'out-of-bounds write in derived images; code execution'),
  heif('GHSA-24wx-9w62-c96w', ['1.23.2'], 'decompression bomb in metadata and uncompressed images', {
    aliases: ['CVE-2026-84384'],
    since: '1.19.0',
  }),
  heif('GHSA-x8xm-cm2c-cfc8', ['1.23.2'], 'processor time and memory through chains of derived images', {
    aliases: ['CVE-2026-84447'],
  }),
  heif('GHSA-xw34-mjcp-jqh8', ['1.23.2'], 'endless decoding of image sequences', {
    aliases: ['CVE-2026-84446'],
  }),
  heif('GHSA-j264-xvrp-5v7q', ['1.23.2'], 'out-of-bounds write in the encoder of uncompressed images', {
    blocked: 'No route writes uncompressed HEIF.',
  }),
  heif('GHSA-p58j-h3vm-3fp5', ['1.23.2'], 'out-of-bounds read in the interface of inline masks', {
    blocked: 'No engine reads region annotations.',
  }),
  heif('GHSA-x8r2-mggj-j6wr', ['1.23.3'], 'heap buffer overflow in uncompressed images; code execution'),
  heif('GHSA-8fmq-r4pf-7m57', ['1.23.3'], 'permanent deadlock of the decoder', { since: '1.22.0' }),
  heif('GHSA-w7mc-p8jc-p853', ['1.23.3'], 'disclosure of heap memory in converted colours'),
  heif('GHSA-9rj8-5mp5-26c9', ['1.23.3'], 'out-of-bounds read in converted colours'),
  heif('GHSA-vg7w-rp49-4fc2', ['1.23.4'], 'unlimited number of items'),
  heif('GHSA-xrp2-63fq-jm8q', ['1.23.4'], 'unlimited references and recursion; crash'),
  heif('GHSA-v8qw-hwjv-44hw', ['1.23.5'], 'more than 10 GB of memory from a file of 351 bytes'),
  heif('GHSA-qwpf-5wf7-r996', ['1.23.5'], 'use after free when an image with a TAI timestamp is encoded'),
  heif('GHSA-9c75-9g8r-4728', ['1.23.5'], 'amplified memory through JPEG 2000 palettes'),
  heif('GHSA-r7gr-2xm2-23wf', ['1.23.5'], 'out-of-bounds read in planes of different bit depths'),
  heif('GHSA-q492-cfcm-895h', ['1.23.5'], 'unchecked JPEG 2000 coordinates reach OpenJPEG'),
  de265('CVE-2026-33164', ['1.0.17'], 'crash in picture parameters', { aliases: ['GHSA-wqrf-6rf5-v78r'] }),
  de265('CVE-2026-33165', ['1.0.17'], 'out-of-bounds heap write after a change of sequence parameters', {
    aliases: ['GHSA-653q-9f73-8hvg'],
  }),
  de265('CVE-2026-45382', ['1.0.19'], 'out-of-bounds heap access in wavefront and tile decoding'),
  de265('CVE-2026-45383', ['1.0.19'], 'out-of-bounds heap access in wavefront and tile decoding'),
  de265('CVE-2026-54240', ['1.1.1'], 'integer overflow with an out-of-bounds heap write'),
  de265('CVE-2026-54241', ['1.1.1'], 'integer overflow with an out-of-bounds heap read'),
  de265('GHSA-xp3h-6f5r-8cxp', ['1.1.2'], 'use after free'),
  de265('GHSA-mm7m-v26f-wf8x', ['1.1.2'], 'use after free'),
  ffmpeg(
    'CVE-2026-8461',
    ['8.1.2', '7.1.5', '6.1.6', '5.1.10'],
    'out-of-bounds heap write in the MagicYUV decoder',
    {
      formats: ['avi', 'mkv', 'mov'],
      blocked: 'The decoder is not on the list of decoders.',
    },
  ),
  ffmpeg('CVE-2026-40962', ['8.1', '7.1.4'], 'out-of-bounds write through encryption data of MP4', {
    formats: [...formatsOfFamily('mpeg4-video'), ...formatsOfFamily('mpeg4-audio')],
  }),
  ffmpeg('CVE-2026-107695', ['8.1.3'], 'endless loop in HLS playlists', { blocked: hlsIsRefused }),
  ffmpeg('CVE-2026-107697', ['8.1.3'], 'HLS playlists bypass the protocol list', { blocked: hlsIsRefused }),
  ghostscript('CVE-2026-101258', [], 'bypass of -dSAFER; code execution', {
    debian: { bookworm: '10.0.0~dfsg-11+deb12u9' },
  }),
  ghostscript('CVE-2026-103226', [], 'stack overflow in Type 1 fonts when PDF is written', {
    debian: { bookworm: '10.0.0~dfsg-11+deb12u9' },
  }),
  ghostscript('CVE-2026-125396', [], 'unchecked operands of an internal operator', {
    debian: { bookworm: '10.0.0~dfsg-11+deb12u9' },
  }),
  libreoffice('CVE-2026-63277', ['26.2.5'], 'Java code from a linked database when a spreadsheet is opened', {
    blocked: 'Protean disables Java in the profile of LibreOffice, and sandboxes have no network.',
  }),
  libreoffice('CVE-2026-63276', ['26.2.5'], 'stack buffer overflow in embedded CFF fonts of documents', {
    formats: ['odt', 'odp', 'docx', 'pptx'],
  }),
  libreoffice('CVE-2026-6045', [], 'heap buffer overflow in EMF+ brushes', {
    formats: ['emf', 'doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'odt'],
    debian: { bookworm: '4:7.4.7-1+deb12u13' },
  }),
  libreoffice('CVE-2026-8356', ['26.2.4'], 'stack buffer overflow in drawings of PowerPoint 97', {
    formats: formatsOfFamily('powerpoint-97'),
    debian: { bookworm: '4:7.4.7-1+deb12u13' },
  }),
  libreoffice('CVE-2026-8357', ['26.2.4'], 'heap buffer overflow in formulas of spreadsheets', {
    formats: [
      ...formatsOfFamily('excel-97'),
      ...formatsOfFamily('ooxml-sheet'),
      ...formatsOfFamily('opendocument-sheet'),
    ],
    debian: { bookworm: '4:7.4.7-1+deb12u13' },
  }),
  libreoffice('CVE-2026-8358', ['26.2.4'], 'heap buffer overflow in tracked changes of flat spreadsheets', {
    formats: formatsOfFamily('opendocument-sheet'),
    debian: { bookworm: '4:7.4.7-1+deb12u13' },
  }),
  calibre('CVE-2026-26064', ['9.3.0'], 'files written outside of the folder from pictures of ODT', {
    aliases: ['GHSA-72ch-3hqc-pgmp'],
    formats: ['odt'],
  }),
  calibre('CVE-2026-26065', ['9.3.0'], 'files written outside of the folder from pictures of PDB', {
    formats: ['pdb'],
  }),
  calibre('CVE-2026-53511', ['9.10.0'], 'Python code in the metadata of a book', {
    aliases: ['GHSA-2j4m-2q7x-2c47'],
    formats: ['epub', 'pdf'],
  }),
  calibre('CVE-2026-73248', ['9.12.0'], 'Python code in the metadata of a book, despite the first fix', {
    aliases: ['GHSA-4f7g-rjfp-hmvx'],
    formats: ['epub', 'pdf'],
  }),
  rowsOf({ source: 'librsvg', packages: ['librsvg2-2'], formats: ['svg', 'svgz'] })(
    'CVE-2026-96889',
    ['2.63.2'],
    'use after free; code execution',
    { debian: { bookworm: '2.54.7+dfsg-1~deb12u2' } },
  ),
  imagemagick('CVE-2026-105083', [], 'policy.xml with another DOCTYPE is not applied', {
    debian: { bookworm: '8:6.9.11.60+dfsg-1.6+deb12u15' },
    blocked: 'Protean uses its own policy.xml, whose DOCTYPE ends with ]>.',
  }),
  imagemagick('CVE-2026-109259', [], 'disclosure of uninitialized memory in TGA pictures', {
    formats: ['tga'],
    debian: { bookworm: '8:6.9.11.60+dfsg-1.6+deb12u15' },
  }),
  rowsOf({
    source: 'chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    formats: ['html', 'xhtml', 'htmlz', 'md', 'svg'],
  })('CVE-2026-118331', [], 'flaws fixed by Chromium 156.0.8078.108', {
    debian: { bookworm: '156.0.8078.108-1~deb12u1' },
  }),
  rowsOf({ source: 'mupdf', packages: ['mupdf-tools'], formats: ['pdf'] })(
    'CVE-2026-3308',
    ['1.28.0'],
    'out-of-bounds heap write in pictures of PDF',
    { debian: { bookworm: '1.21.1+ds2-1+deb12u1' } },
  ),
  rowsOf({ source: 'poppler', packages: ['poppler-utils'], formats: ['pdf'] })(
    'CVE-2026-10118',
    [],
    'heap buffer overflow in tiling patterns of PDF; code execution',
    { debian: { bookworm: '22.12.0-2+deb12u2' } },
  ),
  libarchive('CVE-2026-14164', [], 'double free in RAR5 archives, whatever their extension', {
    debian: { bookworm: '3.6.2-1+deb12u5' },
  }),
  libarchive('CVE-2026-4111', [], 'endless loop in RAR5 archives, whatever their extension'),
  libarchive('CVE-2026-4424', [], 'disclosure of heap memory in RAR archives, whatever their extension'),
  sevenZip('CVE-2026-48095', ['26.01'], 'heap buffer overflow in NTFS images, whatever their extension'),
  sevenZip('CVE-2026-14266', ['26.02'], 'heap buffer overflow'),
  rowsOf({ source: 'fonttools', packages: ['python3-fonttools'], formats: [] })(
    'CVE-2025-66034',
    ['4.60.2'],
    'files written anywhere from a designspace document',
    { debian: { bookworm: '4.38.0-1+deb12u1' }, blocked: 'No route reads designspace documents.' },
  ),
  rowsOf({ source: 'openjpeg2', packages: ['libopenjp2-7'], formats: ['jp2', 'j2k'] })(
    'CVE-2026-6192',
    [],
    'integer overflow when JPEG 2000 is encoded',
    { debian: { bookworm: '2.5.0-2+deb12u3' } },
  ),
  libraw('CVE-2026-20884', [], 'integer overflow in compressed DNG', {
    debian: { bookworm: '0.20.2-2.1+deb12u2' },
  }),
  libraw('CVE-2026-21413', [], 'heap buffer overflow in lossless JPEG of raw pictures', {
    debian: { bookworm: '0.20.2-2.1+deb12u2' },
  }),
  libraw('CVE-2026-5342', [], 'out-of-bounds read in NEF pictures', {
    debian: { bookworm: '0.20.2-2.1+deb12u2' },
  }),
  sharp('GHSA-rgj7-g3m4-5g8c', ['0.35.4'], 'the flaws of libheif before 1.23.2 in AVIF'),
  sharp('GHSA-wq5f-xc86-pv6w', ['0.35.5'], 'the flaw of librsvg before 2.63.2', {
    aliases: ['CVE-2026-96889'],
    blocked: 'No route draws SVG with sharp.',
  }),
];
