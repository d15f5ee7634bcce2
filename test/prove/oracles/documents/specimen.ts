/**
 * Checks a font specimen: a document that shows a font. The specimen has one page for each face of the font. The page
 * shows the name of the face, and letters in this face.
 */
import assert from 'node:assert/strict';
import { run } from '../../../samples/run.ts';
import { family } from '../../../samples/fonts/typeface.ts';
import type { Claim } from '../../oracle.ts';
import { drawPages, type PageImage } from './page-image.ts';

export async function checkSpecimen(files: readonly string[], { source, target }: Claim): Promise<void> {
  const families = source.ext === 'ttc' ? [family, `${family} Two`] : [family];
  const pages = (await Promise.all(files.map((file) => drawPages(file, target.ext)))).flat();
  assert.equal(pages.length, families.length, 'a page a face');
  for (const [n, page] of pages.entries()) {
    assert.ok(page.width < page.height, `page ${n + 1} stands upright`);
    assert.ok(showsBar(page), `page ${n + 1} shows the letters of the font`);
  }
  if (target.ext !== 'pdf') return;
  const { stdout } = await run('/usr/bin/pdftotext', [...files, '-']);
  for (const [n, text] of stdout.toString().split('\f').slice(0, families.length).entries())
    assert.ok(text.includes(families[n] ?? ''), `page ${n + 1} names its family: ${text}`);
}

/**
 * Height of the letter B divided by its width. In the sample typeface, the letter B is a black bar, unlike in usual
 * fonts.
 */
const bar = 720 / 420;

/**
 * Returns whether the page shows the black bar of the letter B: consecutive pixel rows that are black in the same
 * columns. The height of the black bar, divided by its width, must be close to `bar`.
 */
function showsBar(page: PageImage): boolean {
  let above = new Map<string, number>();
  for (let y = 0; y <= page.height; y += 1) {
    const runs = y < page.height ? blackRuns(page, y) : [];
    const now = new Map(runs.map((at) => [at.join(), (above.get(at.join()) ?? 0) + 1]));
    for (const [at, rows] of above) {
      const [from = 0, to = 0] = at.split(',').map(Number);
      const due = (to - from) * bar;
      if (!now.has(at) && to - from >= 10 && Math.abs(rows - due) <= Math.max(2, due / 20)) return true;
    }
    above = now;
  }
  return false;
}

/** Returns the start and the end of each black run in a pixel row. Dark grey pixels at edges count as black. */
function blackRuns({ width, pixels }: PageImage, y: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  for (let x = 0; x <= width; x += 1) {
    const black = x < width && (pixels[(y * width + x) * 3] ?? 255) < 128;
    if (black && from < 0) from = x;
    if (!black && from >= 0) runs.push([from, x]);
    if (!black) from = -1;
  }
  return runs;
}
