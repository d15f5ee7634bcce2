/**
 * Hostile files for OCR: all hostile PDF files of `pages.ts`, pictures that take OCR very long, and values of the
 * option `language` that contain a path or a flag.
 */
import { deflateSync } from 'node:zlib';
import { be32, hex } from '../../bytes/numbers.ts';
import { chunk, pngHead, plainPng, pngOf } from '../../bytes/png.ts';
import { inCategory, type FileCase } from '../../case.ts';
import { pages } from './pages.ts';

const read = { ocr: 'true' };

/**
 * The PDF cases with OCR. The PDF cases are repeated with OCR, because conversions with OCR render the pages with other
 * programs.
 */
const ofPages = pages
  .filter((row): row is (typeof pages)[number] & FileCase => 'make' in row && row.ext === 'pdf')
  .map((row): FileCase => ({ ...row, name: `ocr-${row.name}`, to: ['txt'], fields: read }));

/**
 * The PDF cases with the target hOCR. The PDF cases are repeated with hOCR, because conversions to hOCR render the
 * pages with yet another program. The hOCR must not contain the name of a file in the sandbox.
 */
const placed = pages
  .filter((row): row is (typeof pages)[number] & FileCase => 'make' in row && row.ext === 'pdf')
  .map((row): FileCase => ({ ...row, name: `hocr-${row.name}`, to: ['hocr'] }));

/** Returns a black-and-white picture of reproducible noise. OCR has to examine each speck as a possible letter. */
function specks(side: number): Buffer {
  const stride = Math.ceil(side / 8) + 1;
  const rows = Buffer.alloc(side * stride);
  let seed = 1;
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 48_271) % 0x7fff_ffff;
    rows[at] = at % stride === 0 ? 0 : seed & (seed >> 8) & 0xff;
  }
  const head = chunk('IHDR', Buffer.concat([be32(side, side), hex('0100000000')]));
  return pngOf(head, chunk('IDAT', deflateSync(rows)));
}

const pictures: readonly FileCase[] = [
  {
    name: 'ocr-png-specks',
    kind: 'resource',
    ext: 'png',
    to: ['txt', 'hocr'],
    make: () => specks(3000),
  },
  {
    name: 'ocr-png-huge',
    kind: 'resource',
    ext: 'png',
    to: ['txt', 'docx', 'hocr'],
    make: () => pngOf(pngHead(60_000, 60_000), chunk('IDAT', deflateSync(Buffer.alloc(1024 * 1024)))),
  },
  {
    name: 'ocr-png-thread',
    kind: 'resource',
    ext: 'png',
    to: ['txt', 'hocr'],
    make: () => plainPng(20_000, 1, [0, 0, 0]),
  },
  {
    name: 'ocr-language-path',
    kind: 'read',
    ext: 'png',
    to: ['txt', 'hocr'],
    fields: { language: '../../../../etc/passwd' },
    refused: true,
    make: () => plainPng(9, 9, [1, 2, 3]),
  },
  {
    name: 'ocr-language-flag',
    kind: 'write',
    ext: 'png',
    to: ['txt', 'hocr'],
    fields: { language: 'eng --user-words /etc/passwd' },
    refused: true,
    make: () => plainPng(9, 9, [1, 2, 3]),
  },
];

export const scans = inCategory('page', [...ofPages, ...placed, ...pictures]);
