/**
 * Detects dynamic XFA forms. A dynamic XFA form is a PDF file whose pages only Adobe's programs can build. Other
 * programs show a dynamic form as a single page that asks the user to wait.
 */
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';

/** Entry of the document catalogue that tells PDF viewers to build the pages from the form (ISO 32000-1, 7.7.2). */
const needsRendering = /\/NeedsRendering\s+true\b/;
/** Matches older dynamic forms, which have XFA fields but an empty list of PDF fields. */
const withoutFields = /\/XFA\b[^>]{0,400}?\/Fields\s*\[\s*\]|\/Fields\s*\[\s*\][^>]{0,400}?\/XFA\b/;

const objectStream = /\/ObjStm\b[^]{0,300}?\bstream\r?\n/g;

/** Maximum number of object streams that are read, and maximum decompressed length of each, in bytes. */
const [maxStreams, maxLength] = [64, 1024 * 1024];

/** Returns whether the pages are built from an XFA form. `parts` contains the beginning and the end of the PDF file. */
export async function findDynamicForm(parts: readonly Buffer[]): Promise<boolean> {
  let left = maxStreams;
  for (const part of parts) {
    const text = part.toString('latin1');
    if (isDynamic(text)) return true;
    for (const { index, 0: start } of text.matchAll(objectStream)) {
      if ((left -= 1) < 0) return false;
      if (isDynamic(await inflated(part.subarray(index + start.length)))) return true;
    }
  }
  return false;
}

const isDynamic = (text: string) => needsRendering.test(text) || withoutFields.test(text);

/**
 * Decompresses the stream at the start of `bytes`, which may be truncated. Returns an empty string if the stream is
 * damaged, too long or not compressed.
 */
async function inflated(bytes: Buffer): Promise<string> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxLength };
  return promisify(inflate)(bytes, options).then(
    (content) => content.toString('latin1'),
    () => '',
  );
}
