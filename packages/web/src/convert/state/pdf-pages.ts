/** Draws the pages of a PDF in the browser. */
import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';

/** Maximum size in bytes of a file whose pages are drawn. The size is limited, because the file is read into memory. */
const maxBytes = 128 * 1024 * 1024;

export interface PdfPages {
  count: number;
  /** Draws a page on the canvas. `number` starts at 1. `width` is the width of the picture in CSS pixels. */
  draw: (number: number, canvas: HTMLCanvasElement, width: number) => Promise<void>;
  close: () => void;
}

/** Resolves when the last requested picture has been drawn. The next call of `firstPage` waits for this promise. */
let drawn: Promise<unknown> = Promise.resolve();

/**
 * Returns a picture of a file's first page. Draws one file at a time, because the drawing blocks the main thread of the
 * web page. Rejects if the file cannot be read.
 */
export function firstPage(file: Blob, width: number): Promise<Blob | undefined> {
  const picture = drawn.then(async () => {
    const pdf = await openPdf(file);
    try {
      const canvas = document.createElement('canvas');
      await pdf.draw(1, canvas, width);
      return await new Promise<Blob | undefined>((done) => canvas.toBlob((blob) => done(blob ?? undefined)));
    } finally {
      pdf.close();
    }
  });
  drawn = picture.catch(() => undefined);
  return picture;
}

/** Returns the pages of a file. Rejects if the file cannot be read, for example because it is encrypted. */
export async function openPdf(file: Blob): Promise<PdfPages> {
  if (file.size > maxBytes) throw new RangeError('the file is too large for a preview');
  const data = new Uint8Array(await file.arrayBuffer());
  const task = getDocument({ data, useWasm: false, useSystemFonts: true, verbosity: 0 });
  const pdf = await task.promise;
  return {
    count: pdf.numPages,
    draw: (number, canvas, width) => drawPage(pdf, number, canvas, width),
    close: () => void task.destroy(),
  };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  const page = await pdf.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const scale = (width * devicePixelRatio) / Math.max(natural.width, natural.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  page.cleanup();
}
