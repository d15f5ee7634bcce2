/** Makes PDFs from documents with programs that Protean also uses: LibreOffice, WeasyPrint and qpdf. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { run } from '../samples/run.ts';

export type Syntax = 'gfm' | 'html';

/**
 * Converts a document to an HTML page with pandoc, adds the style sheet `css`, and prints the page with WeasyPrint.
 * Returns the path of the PDF.
 */
export async function byWeasyPrint(dir: string, source: string, css: string): Promise<string> {
  const [page, pdf] = [path.join(dir, 'page.html'), path.join(dir, 'page.pdf')];
  await run('/usr/bin/pandoc', [
    '-f',
    syntaxOf(source),
    '-t',
    'html',
    '--wrap=none',
    source,
    '-o',
    `${page}.part`,
  ]);
  await writeFile(path.join(dir, 'page.css'), css);
  const { stdout } = await run('/bin/cat', [`${page}.part`]);
  await writeFile(
    page,
    `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="stylesheet" href="page.css"></head><body>${stdout.toString()}</body></html>`,
  );
  await run('/usr/bin/weasyprint', [page, pdf]);
  return pdf;
}

/**
 * Converts a document to an office format with pandoc, and prints the office file with LibreOffice. Returns the path of
 * the PDF.
 */
export async function byLibreOffice(
  dir: string,
  source: string,
  by: 'odt' | 'docx' | 'pptx',
  more: readonly string[] = [],
): Promise<string> {
  const office = path.join(dir, `page.${by}`);
  await run('/usr/bin/pandoc', [
    '-f',
    syntaxOf(source),
    ...more,
    source,
    '--resource-path',
    dir,
    '-o',
    office,
  ]);
  return office2pdf(dir, office);
}

/**
 * Opens an HTML page in LibreOffice, as a sheet in Calc or as text in Writer, and prints it. Returns the path of the
 * PDF.
 */
export async function byLibreOfficeHtml(dir: string, source: string, as: 'calc' | 'writer'): Promise<string> {
  const office = path.join(dir, as === 'calc' ? 'page.xlsx' : 'page.odt');
  const filter = as === 'calc' ? 'HTML (StarCalc)' : 'HTML (StarWriter)';
  await mkdir(path.join(dir, 'in'), { recursive: true });
  await copyFile(source, path.join(dir, 'in', 'page.html'));
  await office2(dir, path.join(dir, 'in', 'page.html'), path.extname(office).slice(1), [
    `--infilter=${filter}`,
  ]);
  return office2pdf(dir, office);
}

const office2pdf = async (dir: string, office: string): Promise<string> => {
  await office2(dir, office, 'pdf', []);
  return path.join(dir, 'page.pdf');
};

async function office2(dir: string, file: string, to: string, more: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${path.dirname(dir)}/profile`;
  await run('/usr/bin/soffice', [profile, '--headless', ...more, '--convert-to', to, '--outdir', dir, file]);
}

export async function rotated(dir: string, pdf: string): Promise<string> {
  const turned = path.join(dir, 'turned.pdf');
  await run('/usr/bin/qpdf', ['--rotate=90', pdf, turned]);
  return turned;
}

export const syntaxOf = (source: string): Syntax => (source.endsWith('.html') ? 'html' : 'gfm');

/** Draws a yellow rectangle on a background. The colour and the width of the background depend on `n`. */
export async function drawPicture(file: string, n: number): Promise<void> {
  const background = { r: (60 * n + 40) % 255, g: 120, b: (200 - 45 * n) % 255 };
  const spot = {
    create: { width: 90, height: 60, channels: 3, background: { r: 250, g: 230, b: 40 } },
  } as const;
  await sharp({ create: { width: 320 + 20 * n, height: 200, channels: 3, background } })
    .composite([{ input: await sharp(spot).png().toBuffer(), left: 40, top: 50 }])
    .png()
    .toFile(file);
}
