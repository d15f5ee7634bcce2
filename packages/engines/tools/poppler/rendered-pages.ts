/**
 * Reads the pages that pdftoppm writes to a pipe as raw pixels. Compressing the pages would take pdftoppm 10 times as
 * long as drawing them.
 */
import type { Readable } from 'node:stream';

/** A page with pixels of 3 bytes: red, green and blue. */
export interface RenderedPage {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Maximum length of a header, which has three numbers and the letters of the format. */
const maxHeader = 64;

/** Yields the pages of a stream of consecutive binary PPM images. @throws if the data are invalid, or end within a page. */
export function renderedPages(stream: Readable): AsyncGenerator<RenderedPage> {
  // Without a listener, Node would discard unread output when the program exits.
  stream.on('readable', () => {});
  return pagesOf(stream);
}

async function* pagesOf(stream: Readable): AsyncGenerator<RenderedPage> {
  let head = Buffer.alloc(0);
  let page: (RenderedPage & { filled: number }) | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (rest.length > 0) {
      if (!page) {
        head = Buffer.concat([head, rest]);
        const found = headerIn(head);
        if (!found && head.length > maxHeader) throw new Error('the output of pdftoppm is not a picture');
        if (!found) break;
        const { width, height, length } = found;
        page = { width, height, pixels: Buffer.allocUnsafe(width * height * 3), filled: 0 };
        rest = head.subarray(length);
        head = Buffer.alloc(0);
      }
      const taken = rest.copy(page.pixels, page.filled);
      page.filled += taken;
      rest = rest.subarray(taken);
      if (page.filled < page.pixels.length) break;
      const { width, height, pixels } = page;
      page = undefined;
      yield { width, height, pixels };
    }
  }
  if (page || head.length > 0) throw new Error('the output of pdftoppm is incomplete');
}

function headerIn(bytes: Buffer): { width: number; height: number; length: number } | undefined {
  const [header = '', width, height] =
    /^P6\s(\d{1,6})\s(\d{1,6})\s255\s/.exec(bytes.toString('latin1', 0, maxHeader)) ?? [];
  return header === '' ? undefined : { width: Number(width), height: Number(height), length: header.length };
}
