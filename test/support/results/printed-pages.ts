/** Reads the page sizes of a PDF, and its words with their positions. */
import { writeFile } from 'node:fs/promises';
import { outputOf } from './measure.ts';

export interface Word {
  /** Page number, from 1. */
  page: number;
  /** Left edge in points. */
  x: number;
  /** Distance from the top of the page to the bottom edge of the word, in points. */
  y: number;
}

export interface PrintedPages {
  /** Width and height of each page, in whole points. */
  sizes: (readonly [number, number])[];
  /** Maps each word to its position. A word that occurs several times has the position of its last occurrence. */
  words: Map<string, Word>;
}

/** Reads the pages. Writes the PDF to `file` first, because poppler reads only files. */
export async function readPages(pdf: Buffer, file: string): Promise<PrintedPages> {
  await writeFile(file, pdf);
  const pages = (await outputOf('/usr/bin/pdftotext', ['-bbox', file, '-'])).split('<page ').slice(1);
  const words = new Map<string, Word>();
  pages.forEach((page, index) => {
    for (const [, x, y, text] of page.matchAll(
      /xMin="([\d.]+)" yMin="[\d.]+" xMax="[\d.]+" yMax="([\d.]+)">(.*?)<\/word>/g,
    ))
      words.set(text!, { page: index + 1, x: Number(x), y: Number(y) });
  });
  const sizes = pages.map((page) => {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page)!;
    return [Math.round(Number(width)), Math.round(Number(height))] as const;
  });
  return { sizes, words };
}
