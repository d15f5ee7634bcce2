/**
 * Checks that PDF, PostScript, XPS and EPS files made from pictures have one page for each picture, with the aspect
 * ratio and the content of the picture.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blockSize, columns, pageCount, picture, type Picture } from '../../../samples/pictures/picture.ts';
import { run } from '../../../samples/run.ts';
import { seenBySensor } from '../../../samples/pictures/image-raw.ts';
import type { Claim } from '../../oracle.ts';
import { checkGrid, tonesBetween } from './grid.ts';
import { readPictures } from './picture-reader.ts';

/**
 * Resolution for rendering, in dots per inch. The resolution is high, so that each block of a small picture is many
 * pixels wide.
 */
const dpi = 288;

export async function checkPicturePage(files: readonly string[], claim: Claim): Promise<void> {
  const { source, target } = claim;
  // An EPS file can have only one page, so a conversion to EPS may return several files. A conversion to any format
  // other than EPS returns a single file.
  if (target.ext !== 'eps') assert.equal(files.length, 1, 'one file');
  const pages = (await Promise.all(files.map((file) => draw(file, target.ext)))).flat();
  assert.equal(pages.length, source.holds.includes('pages') ? pageCount : 1, 'pages');
  for (const [turn, page] of pages.entries()) checkPage(page, turn, claim);
}

function checkPage(page: Picture, turn: number, { source, target }: Claim): void {
  // An Apple icon is square, with the picture in its middle.
  const framed = source.ext === 'icns';
  const { width, height } = framed ? { width: 1, height: 1 } : picture();
  const shape = page.width / page.height;
  assert.ok(Math.abs(shape - width / height) < 0.03, `page ${turn + 1} is ${page.width}×${page.height}`);
  const scale = page.width / (columns * blockSize);
  const place = { left: 0, top: framed ? page.height / 8 : 0, scale };
  const tolerance = seenBySensor.includes(source.ext) ? 30 : 24;
  checkGrid(page, { tones: tonesBetween(source, target), clear: false, tolerance, turn, place });
}

/** Renders every page as a picture on white, with a tool that did not write the file. */
async function draw(file: string, ext: string): Promise<Picture[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-page-'));
  try {
    const draws = drawers[ext];
    if (!draws) throw new Error(`no renderer for pages of ${ext}`);
    const [program = '', ...args] = draws(file, dir);
    await run(program, args);
    const names = (await readdir(dir)).sort();
    return (await Promise.all(names.map((name) => readPictures(path.join(dir, name), 'png')))).flat();
  } finally {
    await rm(dir, { recursive: true });
  }
}

const ghostscript = (file: string, dir: string, ...flags: string[]) => [
  ...['/usr/bin/gs', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dQUIET', `-r${dpi}`, '-sDEVICE=png16m', ...flags],
  ...[`-sOutputFile=${dir}/page-%03d.png`, file],
];

const drawers: Readonly<Record<string, (file: string, dir: string) => string[]>> = {
  pdf: (file, dir) => ['/usr/bin/pdftoppm', '-r', String(dpi), '-png', file, `${dir}/page`],
  ps: (file, dir) => ghostscript(file, dir),
  xps: (file, dir) => ['/usr/bin/mutool', 'draw', '-q', '-r', String(dpi), '-o', `${dir}/page-%d.png`, file],
  eps: (file, dir) => ghostscript(file, dir, '-dEPSCrop'),
};
