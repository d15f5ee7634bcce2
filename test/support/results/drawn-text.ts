/**
 * Measures the ink of words on the rendered pages of a PDF: the fraction of dark pixels, and the fraction of coloured
 * pixels.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { outputOf } from './measure.ts';

const dotsPerInch = 144;

export interface Ink {
  /** The fraction of pixels that are darker than the paper. */
  dark: number;
  /** The fraction of coloured pixels. */
  coloured: number;
}

interface Box {
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the ink of each word. Measures all letters in the PDF that also occur in the word. */
export async function inkOfWords(pdf: string, words: readonly string[]): Promise<Ink[]> {
  const letters = await lettersOf(pdf);
  const pages = await rendered(pdf);
  return words.map((word) => {
    const wanted = new Set([...word].filter((letter) => !/\p{Mark}/u.test(letter)));
    const boxes = letters.flatMap(({ letter, box }) => (wanted.has(letter) ? [box] : []));
    return inkOf(pages, boxes);
  });
}

async function lettersOf(pdf: string): Promise<{ letter: string; box: Box }[]> {
  const trace = await outputOf('/usr/bin/mutool', ['draw', '-q', '-F', 'stext', '-o', '-', pdf]);
  return trace.split('<page ').flatMap((text, page) =>
    [...text.matchAll(/<char quad="([^"]*)"[^>]* c="([^"]*)"/g)].map(([, quad = '', letter = '']) => {
      const numbers = quad.split(' ').map(Number);
      const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, n) => n % 2 === odd)) as [number[], number[]];
      const box = {
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
      };
      return { letter: character(letter), box: { page: page - 1, ...box } };
    }),
  );
}

const character = (text: string) =>
  text.replace(/&#x([0-9a-f]+);/i, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

async function rendered(pdf: string): Promise<Picture[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-drawn-'));
  try {
    await run('/usr/bin/pdftoppm', ['-png', '-r', String(dotsPerInch), pdf, path.join(folder, 'page')]);
    const pages = (await readdir(folder)).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return await Promise.all(
      pages.map(async (name) => {
        const picture = sharp(await readFile(path.join(folder, name)))
          .removeAlpha()
          .toColourspace('srgb');
        const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
        return { data, width: info.width, height: info.height };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A pixel with a channel below this value counts as darker than the paper. */
const paper = 230;
/** A pixel counts as coloured if the difference between two of its channels exceeds this value. */
const grey = 60;

function inkOf(pages: readonly Picture[], boxes: readonly Box[]): Ink {
  let [pixels, dark, coloured] = [0, 0, 0];
  for (const box of boxes) {
    const picture = pages[box.page];
    if (!picture) continue;
    const at = (points: number) => Math.round((points * dotsPerInch) / 72);
    for (let y = Math.max(0, at(box.top)); y < Math.min(picture.height, at(box.bottom)); y += 1) {
      for (let x = Math.max(0, at(box.left)); x < Math.min(picture.width, at(box.right)); x += 1) {
        const channels = [
          ...picture.data.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3),
        ];
        pixels += 1;
        if (Math.min(...channels) < paper) dark += 1;
        if (Math.max(...channels) - Math.min(...channels) > grey) coloured += 1;
      }
    }
  }
  return { dark: dark / Math.max(1, pixels), coloured: coloured / Math.max(1, pixels) };
}
