/** Detects truncated files by their beginning and end. */
import { ascii, fromAscii, indexOf, lastIndexOf, u16, u32, u32be, utf8 } from './bytes.ts';
import type { FileBytes } from './file-bytes.ts';
import { format, formatsOfFamily } from '../index.ts';
import type { Family } from '../format.ts';

type Part = Pick<FileBytes, 'size' | 'read'>;
/** Returns whether a file is truncated, or undefined if this is unknown. */
type Ends = (
  file: Part,
  head: Uint8Array,
  tail: Uint8Array,
) => boolean | undefined | Promise<boolean | undefined>;

const endBytes = 66_000;

/** Returns whether the file in the format `ext` is truncated, or undefined if this is unknown. */
export async function endsEarly(ext: string, file: Part): Promise<boolean | undefined> {
  const ends = rows[ext] ?? containers[format(ext).inside?.container ?? ''];
  if (!ends) return undefined;
  const [head, tail] = await Promise.all([
    file.read(0, Math.min(file.size, endBytes)),
    file.read(Math.max(0, file.size - endBytes), Math.min(file.size, endBytes)),
  ]);
  return ends(file, head, tail);
}

/**
 * Returns a check for formats that have a mark near the end of the file. A file without its end mark is truncated. The
 * mark need not be the last bytes, because some programs append bytes after the mark.
 */
const lacks =
  (mark: string, within = 2048): Ends =>
  (_, __, tail) =>
    lastIndexOf(tail.subarray(Math.max(0, tail.length - within)), fromAscii(mark)) < 0;

/**
 * Returns a check for formats whose header declares the length of the file. A file that is shorter than the declared
 * length is truncated.
 */
const declares =
  (bytes: (head: Uint8Array) => number): Ends =>
  ({ size }, head) =>
    head.length >= 64 ? size < bytes(head) : undefined;

/** Returns a check for text formats. A file is truncated if its last characters do not match `last`. */
const endsIn =
  (last: RegExp): Ends =>
  (_, __, tail) =>
    !last.test(ascii(tail, Math.max(0, tail.length - 200), tail.length).trimEnd());

const zip: Ends = lacks('PK\x05\x06', endBytes);

/** An XML file is truncated if the end tag of its root element is missing. */
const xml: Ends = (_, head, tail) => {
  const root = /<([A-Za-z_][\w.:-]*)/.exec(utf8(head))?.[1];
  const end = utf8(tail);
  return root === undefined ? undefined : !end.includes(`</${root}`) && !/\/>\s*$/.test(end);
};

/** An ISO media file is truncated if its last box is incomplete, or if no box contains the index. */
async function boxes({ size, read }: Part): Promise<boolean | undefined> {
  let [at, hasIndex] = [0, false];
  for (let count = 0; count < 1000 && at < size; count += 1) {
    const head = await read(at, 16);
    if (head.length < 8) return true;
    const kind = ascii(head, 4, 8);
    if (!/^[\w ©-]{4}$/.test(kind)) return undefined;
    hasIndex ||= kind === 'moov' || kind === 'moof' || kind === 'meta';
    const short = u32be(head, 0);
    const length = short === 1 && head.length === 16 ? u32be(head, 8) * 2 ** 32 + u32be(head, 12) : short;
    if (length === 0) return !hasIndex;
    if (length < 8) return undefined;
    at += length;
  }
  return at > size || !hasIndex;
}

/**
 * An OLE file is truncated if its first directory sector or a sector of its sector table is beyond the end of the file.
 */
const ole: Ends = ({ size }, head) => {
  if (head.length < 512) return true;
  const sector = 2 ** Math.min(12, u16(head, 30));
  const within = (number: number) => number > 0xfffffff0 || (number + 2) * sector <= size + sector - 1;
  const tables = Array.from({ length: Math.min(109, u32(head, 44)) }, (_, n) => u32(head, 76 + 4 * n));
  return ![u32(head, 48), ...tables].every(within);
};

/** A font is truncated if one of its tables ends beyond the end of the file. */
const tables: Ends = ({ size }, head) => {
  const count = u32be(head, 4) >>> 16;
  for (let n = 0; n < count && 28 + 16 * n <= head.length; n += 1)
    if (u32be(head, 20 + 16 * n) + u32be(head, 24 + 16 * n) > size) return true;
  return false;
};

/**
 * A Matroska file is truncated if its segment, the element that contains all other data, ends beyond the end of the
 * file.
 */
const ebml: Ends = ({ size }, head) => {
  const at = indexOf(head, new Uint8Array([0x18, 0x53, 0x80, 0x67])) + 4;
  const bytes = Math.clz32(head[at] ?? 0) - 23;
  if (at < 4 || bytes > 8 || at + bytes > head.length) return undefined;
  const length = head
    .subarray(at + 1, at + bytes)
    .reduce((sum, byte) => sum * 256 + byte, (head[at] ?? 0) & (0xff >> bytes));
  return length >= 2 ** (7 * bytes) - 1 ? undefined : size < at + bytes + length;
};

/** An Ogg file is truncated if its last page is incomplete or lacks the end-of-stream flag. */
const ogg: Ends = (_, __, tail) => {
  const at = lastIndexOf(tail, fromAscii('OggS'));
  if (at < 0) return undefined;
  const segments = tail[at + 26] ?? 0;
  const length = tail.subarray(at + 27, at + 27 + segments).reduce((sum, part) => sum + part, 27 + segments);
  return at + length > tail.length || ((tail[at + 5] ?? 0) & 4) === 0;
};

const riff: Ends = (file, head) => {
  const length = u32(head, 4);
  return length > 0 && length < 0x7fff0000 ? file.size + 1 < length + 8 : undefined;
};

/** Returns the page size of a database. The stored value 1 means 65536. */
const pageBytes = (head: Uint8Array) => {
  const bytes = (head[16] ?? 0) * 256 + (head[17] ?? 0);
  return bytes === 1 ? 65_536 : bytes;
};

const containers: Readonly<Record<string, Ends>> = { zip, ole, riff, ogg, ebml, 'iso-media': boxes };

const each = (list: string, ends: Ends) => Object.fromEntries(list.split(' ').map((ext) => [ext, ends]));
const eachOf = (family: Family, ends: Ends) =>
  Object.fromEntries(formatsOfFamily(family).map((ext) => [ext, ends]));

const rows: Readonly<Record<string, Ends>> = {
  ...each('zip jar apk ipa xpi whl nupkg cbz docx xlsx pptx odt ods odp epub', zip),
  ...each('heic avif', boxes),
  ...eachOf('mpeg4-video', boxes),
  ...eachOf('mpeg4-audio', boxes),
  ...eachOf('matroska-video', ebml),
  ...eachOf('matroska-audio', ebml),
  ...each('ogg opus ogv', ogg),
  ...each('wav avi webp', riff),
  ...each('xml svg kml gpx fb2 docbook jats opml ttml abw xhtml', xml),
  ...eachOf('opendocument-flat', xml),
  ...each('json geojson csljson ipynb', endsIn(/[\]}]$/)),
  ...each('ttf otf', tables),
  jpg: lacks('\xff\xd9'),
  png: lacks('IEND'),
  apng: lacks('IEND'),
  gif: lacks(';', 4),
  bmp: declares((head) => (ascii(head, 0, 2) === 'BM' ? u32(head, 2) : 0)),
  jp2: lacks('\xff\xd9'),
  // The header contains the offset of the first page's directory, which must be within the file.
  tiff: ({ size }, head) =>
    (ascii(head, 0, 2) === 'II' ? u32(head, 4) : u32be(head, 4)) + 2 > size || undefined,
  pdf: lacks('%%EOF'),
  rtf: endsIn(/\}[\s\0]*$/),
  woff: declares((head) => u32be(head, 8)),
  woff2: declares((head) => u32be(head, 8)),
  xz: lacks('YZ', 8),
  'tar.xz': lacks('YZ', 8),
  '7z': declares((head) => 32 + u32(head, 12) + u32(head, 20) + 2 ** 32 * (u32(head, 16) + u32(head, 24))),
  cb7: declares((head) => 32 + u32(head, 12) + u32(head, 20) + 2 ** 32 * (u32(head, 16) + u32(head, 24))),
  cab: declares((head) => u32(head, 8)),
  parquet: lacks('PAR1', 4),
  arrow: lacks('ARROW1', 8),
  sqlite: declares((head) => u32be(head, 28) * pageBytes(head)),
  djvu: declares((head) => u32be(head, 8) + 12),
};
