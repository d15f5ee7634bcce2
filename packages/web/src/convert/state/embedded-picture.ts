/** Reads the preview picture that many programs store in zip-based documents. Sends no data and executes no code. */
import { formatOfFileName } from '@protean/formats';
import { u16 } from '@protean/formats/detection/bytes.ts';
import { zipDirectory, zipEnd, zipEntries, type ZipEntry } from '@protean/formats/detection/zip.ts';
import { readerOf } from './reader.ts';

/** Locations of the preview in several format families, in order of preference. */
const previewPaths: readonly RegExp[] = [
  // Preview of OpenDocument and OpenRaster files.
  /^Thumbnails\/thumbnail\.png$/,
  // Preview of Office Open XML files.
  /^docProps\/thumbnail\.(jpe?g|png)$/i,
  // Preview of iWork files.
  /^(QuickLook\/Thumbnail|preview)\.(jpe?g|png)$/,
  // Preview of XPS files.
  /^Metadata\/[^/]*thumbnail[^/]*\.(jpe?g|png)$/i,
  // Cover of EPUB books.
  /(^|\/)cover[^/]*\.(jpe?g|png|gif|webp)$/i,
];

const anyPicture = /\.(jpe?g|png|gif|webp)$/i;

/** Upper bounds in bytes for the list of entries, and for the picture before and after decompression. */
const maxDirectoryBytes = 2 * 1024 * 1024;
const maxPictureBytes = 4 * 1024 * 1024;

/** Size in bytes of the record at the end of a zip (end of central directory) without its comment. */
const minEndBytes = 22;

/**
 * Returns the preview of a zip-based document. For an album (a zip of pictures) without a preview, returns the picture
 * whose name sorts first. Returns undefined if the zip has no picture or cannot be read, or if the picture is too
 * large.
 */
export async function embeddedPicture(
  file: Blob,
  { isAlbum }: { isAlbum: boolean },
): Promise<Blob | undefined> {
  const pictures = (await entriesOf(file)).filter(
    ({ packed, size }) => Math.max(packed, size) <= maxPictureBytes,
  );
  const named = (pattern: RegExp) => pictures.find(({ name }) => pattern.test(name));
  const first = () =>
    pictures
      .filter(({ name }) => anyPicture.test(name))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))[0];
  const entry =
    previewPaths.map(named).find((found) => found !== undefined) ?? (isAlbum ? first() : undefined);
  const content = entry && (await contentOf(file, entry));
  const type = entry && formatOfFileName(entry.name)?.mime;
  return content && type ? new Blob([content], { type }) : undefined;
}

/** Lists the entries of a zip. Does not support Zip64, because files of more than 4 GiB are too large to preview. */
async function entriesOf(file: Blob): Promise<readonly ZipEntry[]> {
  const read = readerOf(file);
  const end = await zipEnd({ size: file.size, read });
  if (end.length < minEndBytes) return [];
  const { start, length } = zipDirectory(end);
  return length > maxDirectoryBytes ? [] : [...zipEntries(await read(start, length))];
}

/** Returns the content of a stored or deflated zip entry. */
async function contentOf(file: Blob, { method, packed, header: at }: ZipEntry): Promise<Blob | undefined> {
  const header = await readerOf(file)(at, 30);
  if (header.length < 30) return undefined;
  const start = at + 30 + u16(header, 26) + u16(header, 28);
  const content = file.slice(start, start + packed);
  if (method === 0) return content;
  return method === 8 ? inflated(content) : undefined;
}

/** Inflates at most {@link maxPictureBytes}, because the declared size may be wrong. */
async function inflated(content: Blob): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    size += value.byteLength;
    if (size > maxPictureBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}
