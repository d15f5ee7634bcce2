/** Prints a loaded page as a PDF, with tags and an outline unless the page is too large. */
import { open, readFile, writeFile } from 'node:fs/promises';
import type { Options } from '../../contract/options.ts';
import type { Parameters } from './browser.ts';
import { fitToPaper } from './fit.ts';
import type { Page } from './page.ts';

/**
 * Maximum number of elements of a page that is printed with tags and an outline. The time for tags and the outline
 * grows faster than the number of elements.
 */
const maxTaggedElements = 20_000;

/** Sets the font of formulas. Only a font with a MATH table stretches brackets and roots. */
export const formulaStyles = "math { font-family: 'DejaVu Math TeX Gyre', math }";

/** The default style sheet for paper. */
export const paperStyles = `
${formulaStyles}
@page { size: A4; margin: 2cm }
html { font-family: 'Liberation Serif', 'DejaVu Serif', serif }
pre, code, kbd, samp, tt { font-family: 'Liberation Mono', 'DejaVu Sans Mono', monospace }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
img, svg, video { max-width: 100% }
.mermaid-diagram { max-height: 95vh }
h1, h2, h3, h4, h5, h6 { break-after: avoid }
tr, img, pre { break-inside: avoid-page }
`;

/**
 * Returns a style sheet for the options `paper` and `margin`. The returned style sheet overrides the style sheets of
 * the page.
 */
export function optionStyles({ paper, margin }: Options): string {
  const size = paper === undefined ? '' : `size: ${paper} !important;`;
  const edge = margin === undefined ? '' : `margin: ${margin}mm !important`;
  return size || edge ? `@page { ${size} ${edge} }` : '';
}

const pieceBytes = 1 << 20;

export async function print(page: Page, output: string, elements: number): Promise<void> {
  await fitToPaper(page);
  const isTagged = elements <= maxTaggedElements;
  await printTo(page, output, {
    ...{ preferCSSPageSize: true, generateTaggedPDF: isTagged, generateDocumentOutline: isTagged },
  });
}

/** Prints with additional parameters of `Page.printToPDF`. */
export async function printTo(page: Page, output: string, settings: Parameters): Promise<void> {
  const { stream: handle } = await page.send('Page.printToPDF', {
    ...{ printBackground: true, transferMode: 'ReturnAsStream', ...settings },
  });
  const file = await open(output, 'w');
  try {
    for (let isLast = false; !isLast;) {
      const piece = await page.send('IO.read', { handle, size: pieceBytes });
      await file.write(Buffer.from(String(piece['data']), piece['base64Encoded'] ? 'base64' : 'latin1'));
      isLast = piece['eof'] === true;
    }
  } finally {
    await file.close();
  }
  await page.send('IO.close', { handle });
  await setDates(output);
}

/** Replaces the dates in the file with the start of 1980, so that equal pages give equal files. */
async function setDates(output: string): Promise<void> {
  const data = await readFile(output);
  for (const name of ['/CreationDate (D:', '/ModDate (D:']) {
    const at = data.lastIndexOf(name);
    if (at >= 0) data.write('19800101000000', at + name.length, 'latin1');
  }
  await writeFile(output, data);
}
