/** Checks the rendered pages of a result: their number, aspect ratio, orientation, and lines of text. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pageSize, squares } from '../../../samples/documents/page.ts';
import { run } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import { checkComicPictures, holdsComic } from '../books/comic.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

/** A picture. Each pixel has 3 bytes: red, green and blue. */
export interface PageImage {
  width: number;
  height: number;
  pixels: Buffer;
}

/**
 * Formats with fixed pages. The samples in formats with fixed pages have the two pages that `samples/documents/page.ts`
 * defines.
 */
export const printed: readonly string[] = ['pdf', 'ps', 'xps', 'djvu'];

/** Returns the number of pages in the sample of `ext`, or undefined if the number depends on the converter. */
function pagesOf(ext: string): number | undefined {
  return printed.includes(ext) ? 2 : undefined;
}

export async function checkPageImages(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  const pictures = (await Promise.all(files.map((file) => drawPages(file, target.ext)))).flat();
  if (holdsComic(claim)) return checkComicPictures(pictures, target);
  const due = pagesOf(source.ext);
  assert.ok(
    due === undefined ? pictures.length >= 1 && pictures.length <= 6 : pictures.length === due,
    `${pictures.length} pages`,
  );
  for (const [n, picture] of pictures.entries()) checkShape(picture, n, due !== undefined);
  const lines = pictures.reduce((sum, picture) => sum + inkedLines(picture), 0);
  // The sample letter has 14 lines and the sample table has 4. Fewer lines are also accepted, because text lines that
  // are side by side count as one line.
  const least = ['document', 'ebook'].includes(source.category) ? 10 : 3;
  assert.ok(lines >= least, `only ${lines} lines of text`);
  if (due !== undefined)
    checkSquares(pictures, printed.includes(target.ext) || target.holds.includes('colour'));
}

function checkShape({ width, height }: PageImage, n: number, known: boolean): void {
  assert.ok(width >= 300 && height >= 200, `page ${n + 1} is ${width}×${height}`);
  const shape = width / height;
  const due = pageSize.width / pageSize.height;
  assert.ok(
    known ? Math.abs(shape - due) < 0.01 : shape > 0.4 && shape < 2.5,
    `page ${n + 1} is ${width}×${height}`,
  );
}

/** Checks that each coloured square is at its position on its page, and that other pages are white at this position. */
function checkSquares(pictures: readonly PageImage[], coloured: boolean): void {
  for (const { page, x, y, size, colour } of squares) {
    for (const [n, picture] of pictures.entries()) {
      const scale = picture.width / pageSize.width;
      const seen = pixelAt(picture, Math.round((x + size / 2) * scale), Math.round((y + size / 2) * scale));
      const due = n + 1 === page ? (coloured ? colour : undefined) : [255, 255, 255];
      if (due) {
        const near = due.every((value, channel) => Math.abs(value - (seen[channel] ?? 0)) < 30);
        assert.ok(
          near,
          `page ${n + 1} at the square of page ${page}: ${seen.join(',')}, not ${due.join(',')}`,
        );
      } else {
        assert.ok(
          seen.some((value) => value < 200),
          `page ${n + 1}: no square, but ${seen.join(',')}`,
        );
      }
    }
  }
}

function pixelAt({ width, pixels }: PageImage, x: number, y: number): number[] {
  return [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

/**
 * Counts the groups of consecutive pixel rows that contain dark pixels. The number of groups is roughly the number of
 * text lines.
 */
function inkedLines({ width, height, pixels }: PageImage): number {
  const inked = Array.from({ length: height }, (_, y) => {
    let dark = 0;
    for (let at = y * width * 3; at < (y + 1) * width * 3; at += 3) if ((pixels[at] ?? 255) < 128) dark += 1;
    return dark >= 2;
  });
  return inked.filter((ink, y) => ink && !inked[y - 1]).length;
}

const gs = ['/usr/bin/gs', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dQUIET', '-r75', '-sDEVICE=ppmraw'];

/** The commands that render the pages of a format as numbered files. */
const drawers: Readonly<Record<string, (file: string) => string[]>> = {
  pdf: (file) => ['/usr/bin/pdftoppm', '-r', '75', file, 'page'],
  ps: (file) => [...gs, '-sOutputFile=page-%d.ppm', file],
  eps: (file) => [...gs, '-sOutputFile=page.ppm', file],
  xps: (file) => ['/usr/bin/mutool', 'draw', '-q', '-r', '75', '-o', 'page-%d.ppm', file],
  djvu: (file) => ['/usr/bin/ddjvu', '-format=ppm', '-eachpage', '-scale=75', file, 'page-%d.ppm'],
};

export async function drawPages(file: string, ext: string): Promise<PageImage[]> {
  if (ext === 'svg') {
    const flags = ['--width', '1240', '--keep-aspect-ratio', '--background-color', 'white'];
    return readPpm((await run('/usr/bin/rsvg-convert', [...flags, file])).stdout, 'png');
  }
  const draw = drawers[ext];
  return draw ? drawn(draw(file)) : readPpm(undefined, `${ext}:${file}`);
}

/** Returns every frame that ImageMagick reads, on a white background. */
async function readPpm(input: Buffer | undefined, name: string): Promise<PageImage[]> {
  const flags = ['-background', 'white', '-alpha', 'remove', '-depth', '8', '-colorspace', 'sRGB', '-strip'];
  const args = [input ? `${name}:-` : name, ...flags, '-type', 'TrueColor', 'ppm:-'];
  const { stdout } = await run(magickProgram('convert'), args, input ? { input } : {});
  return parsePpm(stdout);
}

async function drawn([program = '', ...args]: readonly string[]): Promise<PageImage[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-pages-'));
  try {
    await run(program, args, { cwd: dir });
    const names = (await readdir(dir)).sort();
    return (await Promise.all(names.map((name) => readFile(path.join(dir, name))))).flatMap(parsePpm);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Splits a stream of PPM images into pictures. A header may contain a comment, which Ghostscript writes. */
function parsePpm(bytes: Buffer): PageImage[] {
  const pictures: PageImage[] = [];
  for (let at = 0; at < bytes.length;) {
    const header = /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 100));
    if (!header) throw new Error('not a PPM file');
    const [width, height] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    pictures.push({ width, height, pixels: bytes.subarray(start, start + width * height * 3) });
    at = start + width * height * 3;
  }
  return pictures;
}
