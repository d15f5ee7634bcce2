/** Reads the preview picture that many programs store in zip-based documents. Nothing is sent or executed. */

/** Places of the preview, by convention of each family of formats, in order of preference. */
const previewPaths: readonly RegExp[] = [
  // OpenDocument, OpenRaster
  /^Thumbnails\/thumbnail\.png$/,
  // Office Open XML
  /^docProps\/thumbnail\.(jpe?g|png)$/i,
  // iWork
  /^(QuickLook\/Thumbnail|preview)\.(jpe?g|png)$/,
  // XPS
  /^Metadata\/[^/]*thumbnail[^/]*\.(jpe?g|png)$/i,
  // EPUB covers
  /(^|\/)cover[^/]*\.(jpe?g|png|gif|webp)$/i,
];

const anyPicture = /\.(jpe?g|png|gif|webp)$/i;

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Upper bounds, in bytes: the list of entries, and the picture before and after decompression. */
const maxDirectoryBytes = 2 * 1024 * 1024;
const maxPictureBytes = 4 * 1024 * 1024;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Size of the end record without its comment, which has at most 65,535 bytes. */
const endBytes = 22;
const maxEndBytes = endBytes + 0xffff;

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Offset of the local header. */
  at: number;
}

/**
 * Returns the preview of a zip-based document, or with `isAlbum` its first picture by name. Returns undefined if there is
 * none, if it is too large, or if the zip is unusual.
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
  const type = types[entry?.name.split('.').at(-1)?.toLowerCase() ?? ''];
  return content && type !== undefined ? new Blob([content], { type }) : undefined;
}

async function view(file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** Lists the entries of the central directory (APPNOTE 4.3.12). Zip64 files are too large to matter here. */
async function entriesOf(file: Blob): Promise<readonly Entry[]> {
  const end = await view(file, Math.max(0, file.size - maxEndBytes), file.size);
  let at = end.byteLength - endBytes;
  while (at >= 0 && end.getUint32(at, true) !== endSignature) at -= 1;
  if (at < 0) return [];
  const length = end.getUint32(at + 12, true);
  const start = end.getUint32(at + 16, true);
  if (length > maxDirectoryBytes) return [];
  const directory = await view(file, start, start + length);
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  for (let here = 0; here + 46 <= directory.byteLength;) {
    if (directory.getUint32(here, true) !== entrySignature) break;
    const nameBytes = directory.getUint16(here + 28, true);
    const rest = directory.getUint16(here + 30, true) + directory.getUint16(here + 32, true);
    if (here + 46 + nameBytes > directory.byteLength) break;
    entries.push({
      name: decoder.decode(new Uint8Array(directory.buffer, here + 46, nameBytes)),
      method: directory.getUint16(here + 10, true),
      packed: directory.getUint32(here + 20, true),
      size: directory.getUint32(here + 24, true),
      at: directory.getUint32(here + 42, true),
    });
    here += 46 + nameBytes + rest;
  }
  return entries;
}

/** Returns the content of a stored or deflated entry. */
async function contentOf(file: Blob, { method, packed, at }: Entry): Promise<Blob | undefined> {
  const header = await view(file, at, at + 30);
  if (header.byteLength < 30) return undefined;
  const start = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
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
