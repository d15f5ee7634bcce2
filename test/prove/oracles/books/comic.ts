/** Checks that a converted comic has the same pages in the same order. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Format } from '@protean/formats/format.ts';
import { comicPages, comicSize } from '../../../samples/books/ebook.ts';
import { pythonFile, run } from '../../../samples/run.ts';
import type { Claim } from '../../oracle.ts';
import type { TreeMember } from '../../../samples/archives/tree.ts';
import { magickProgram } from '@protean/engines/contract/imagemagick-programs.ts';

/** A picture's size, and the colour near its upper left corner. */
export interface ComicPage {
  width: number;
  height: number;
  corner: readonly number[];
}

/** A rendered page. Each pixel has 3 bytes: red, green and blue. */
interface PagePixels {
  width: number;
  height: number;
  pixels: Buffer;
}

const containers: Readonly<Record<string, string>> = { cbz: 'zip', cb7: '7z', cbt: 'tar', zip: 'zip' };

export function isComic({ ext }: Format): boolean {
  return ['cbz', 'cbr', 'cb7', 'cbt'].includes(ext);
}

/**
 * Returns whether the result must show the pages of a comic: if the source is a comic, or if img2pdf converted the
 * pictures of an archive to PDF. If another engine made a PDF from an archive, the PDF shows the web page in the
 * archive.
 */
export function holdsComic({ source, writer }: Pick<Claim, 'source' | 'writer'>): boolean {
  return isComic(source) || (source.category === 'archive' && writer === 'img2pdf');
}

export async function checkComic(file: string, target: Format): Promise<void> {
  const unpackers = path.join(import.meta.dirname, '../archives/unpackers.py');
  const { stdout } = await pythonFile(unpackers, [containers[target.ext] ?? '', file]);
  const members = JSON.parse(stdout.toString()) as TreeMember[];
  assert.deepEqual(
    members.map((member) => member.path).sort(),
    comicPages.map(({ name }) => name).sort(),
    'the pages',
  );
  for (const { name, colour } of comicPages) {
    const data = Buffer.from(members.find((member) => member.path === name)?.data ?? '', 'base64');
    const { stdout: pixel } = await run(
      magickProgram('convert'),
      ['png:-[1x1+9+9]', '-depth', '8', 'rgb:-'],
      { input: data },
    );
    assert.deepEqual([...pixel], colour?.slice(0, 3), `the colour of ${name}`);
  }
}

/** Checks that rendered pages have the aspect ratio and the colours of the comic. */
export function checkComicPictures(pictures: readonly PagePixels[], target: Format): void {
  assert.equal(pictures.length, comicPages.length, 'as many pictures as pages');
  for (const [n, { width, height, pixels }] of pictures.entries()) {
    // Ghostscript draws an EPS file in the corner of a larger page, so the aspect ratio is not checked.
    const near = target.ext === 'eps' || Math.abs(width / height - comicSize.width / comicSize.height) < 0.02;
    assert.ok(width >= 300 && near, `page ${n + 1} is ${width}×${height}`);
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
    if (target.holds.includes('colour')) checkColour([...pixels.subarray(middle, middle + 3)], n);
  }
}

/** Checks that each page appears once, in reading order, in its original size or larger. */
export function checkPages(pictures: readonly ComicPage[]): void {
  assert.equal(pictures.length, comicPages.length, 'as many pictures as pages');
  for (const [n, { width, height, corner }] of pictures.entries()) {
    assert.ok(width >= comicSize.width && height >= comicSize.height, `page ${n + 1} is ${width}×${height}`);
    checkColour(corner, n);
  }
}

function checkColour(seen: readonly number[], n: number): void {
  const off = Math.max(
    ...seen.map((value, channel) => Math.abs(value - (comicPages[n]?.colour?.[channel] ?? 0))),
  );
  assert.ok(off < 30, `page ${n + 1} is of colour ${seen.join(',')}`);
}
