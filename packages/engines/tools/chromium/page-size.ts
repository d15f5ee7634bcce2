/**
 * Gives a printed PDF page the exact size of a drawing. Chromium would round the page size to whole pixels, and to
 * multiples of 1/600 inch. Replaces only the array of the media box, directly in the bytes of the file. pikepdf and
 * qpdf would need another process, and would rewrite the whole file.
 */
import type { Size } from '../../shared/svg/root.ts';

const pointsPerPixel = 72 / 96;

/** Returns the PDF with a media box of `size`, in CSS pixels, at the upper left corner of its only page. */
export function withPageSize(pdf: Buffer, { width, height }: Size): Buffer {
  const text = pdf.toString('latin1');
  const box = /\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/g;
  box.lastIndex = Math.max(0, text.lastIndexOf('/Type /Page\n'));
  const found = box.exec(text);
  if (!found) return pdf;
  const top = Number(found[1]);
  const sides = [0, top - height * pointsPerPixel, width * pointsPerPixel, top];
  const written = `/MediaBox [${sides.map((side) => String(Number(side.toFixed(4)))).join(' ')}]`;
  const [start, end] = [found.index, found.index + found[0].length];
  const changed = text.slice(0, start) + written + text.slice(end);
  return Buffer.from(withOffsets(changed, start, written.length - found[0].length), 'latin1');
}

/** Returns the file with `more` added to the offsets after `start` in the cross-reference table. */
function withOffsets(text: string, start: number, more: number): string {
  const moved = (offset: string) => Number(offset) + (Number(offset) > start ? more : 0);
  const table = text.lastIndexOf('\nxref\n');
  const entries = text
    .slice(table)
    .replace(
      /^(\d{10}) (\d{5} n)/gm,
      (_, offset: string, rest: string) => `${String(moved(offset)).padStart(10, '0')} ${rest}`,
    )
    .replace(/(startxref\n)(\d+)/, (_, name: string, offset: string) => `${name}${moved(offset)}`);
  return text.slice(0, table) + entries;
}
