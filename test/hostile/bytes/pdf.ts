/** Builds a PDF from its objects, with a cross-reference table. */

/**
 * Returns a PDF that contains the given objects, numbered from 1. The first object is the catalogue. A stream is given
 * as its dictionary entries (`head`) and its bytes.
 */
export function pdf(
  objects: readonly (string | { head: string; stream: Buffer | string })[],
  trailer = '',
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [n, object] of objects.entries()) {
    const body = typeof object === 'string' ? Buffer.from(object) : streamed(object);
    const whole = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += whole.length;
    parts.push(whole);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function streamed({ head, stream }: { head: string; stream: Buffer | string }): Buffer {
  const bytes = Buffer.from(stream as string);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${head} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/**
 * Returns a PDF with one page. `content` is the content stream of the page, and `head` adds entries to the dictionary
 * of this stream. `page` adds entries to the dictionary of the page. `more` contains further objects, which are
 * numbered from 5.
 */
export function onePage(
  content: Buffer | string,
  {
    page = '',
    head = '',
    catalogue = '',
    box = '[0 0 595 842]',
    more = [] as readonly (string | { head: string; stream: Buffer | string })[],
  } = {},
): Buffer {
  return pdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R ${page} >>`,
    { head, stream: content },
    ...more,
  ]);
}
