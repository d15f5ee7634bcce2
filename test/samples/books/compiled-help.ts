/** Writes compiled HTML help (CHM) without compression. All files are in the section for uncompressed data. */

export interface HelpFile {
  path: string;
  data: Buffer | string;
}

export interface HelpSettings {
  title: string;
  contents?: string;
  first?: string;
  /** The Windows language identifier, which determines the encoding of strings. */
  language?: number;
}

const chunkSize = 0x1000;
const headerSize = 0x60;
const directoryHeaderSize = 0x54;
const formatGuids = [
  Buffer.from('10fd017caa7bd0119e0c00a0c922e6ec', 'hex'),
  Buffer.from('11fd017caa7bd0119e0c00a0c922e6ec', 'hex'),
];
const directoryGuid = Buffer.from('6a92025d2e21d0119df900a0c922e6ec', 'hex');

const uint32s = (...values: readonly number[]) => {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => buffer.writeUInt32LE(value >>> 0, n * 4));
  return buffer;
};

const uint16s = (...values: readonly number[]) => {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, n) => buffer.writeUInt16LE(value, n * 2));
  return buffer;
};

const uint64 = (value: number) => uint32s(value, Math.floor(value / 2 ** 32));

/**
 * Encodes a number with 7 bits per byte, most significant byte first. All bytes of the encoded number except the last
 * byte have the eighth bit set.
 */
function packed(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

const counted = (text: string) => Buffer.concat([packed(Buffer.byteLength(text)), Buffer.from(text)]);

/**
 * Returns the file `#SYSTEM`, the metadata that a help compiler writes. Each entry consists of a number, a length and
 * data.
 */
function systemFile({ title, contents, first, language = 0x409 }: HelpSettings): Buffer {
  const entry = (number: number, content: Buffer) =>
    Buffer.concat([uint16s(number, content.length), content]);
  const text = (number: number, value: string | undefined) =>
    value === undefined ? Buffer.alloc(0) : entry(number, Buffer.from(`${value}\0`, 'latin1'));
  const settings = Buffer.concat([uint32s(language, 0, 0, 0), Buffer.alloc(20)]);
  return Buffer.concat([uint32s(3), text(0, contents), text(2, first), text(3, title), entry(4, settings)]);
}

/** Returns the list of section names, which has only one entry. */
function sectionNames(): Buffer {
  const name = Buffer.from('Uncompressed\0', 'utf16le');
  return Buffer.concat([uint16s((name.length + 4) / 2 + 1, 1, name.length / 2 - 1), name]);
}

export function compiledHelp(files: readonly HelpFile[], settings: HelpSettings): Buffer {
  const all = [
    ...files.map(({ path, data }) => ({ path: `/${path}`, data: Buffer.from(data) })),
    { path: '/#SYSTEM', data: systemFile(settings) },
    { path: '::DataSpace/NameList', data: sectionNames() },
    { path: '/', data: Buffer.alloc(0) },
  ].sort((a, b) => (a.path.toLowerCase() < b.path.toLowerCase() ? -1 : 1));
  const language = settings.language ?? 0x409;
  let offset = 0;
  const entries = all.map(({ path, data }) => {
    const entry = Buffer.concat([counted(path), packed(0), packed(offset), packed(data.length)]);
    offset += data.length;
    return entry;
  });
  const listing = Buffer.concat(entries);
  const free = chunkSize - 0x14 - listing.length;
  if (free < 2) throw new Error('too many files for one directory chunk');
  const chunk = Buffer.concat([
    Buffer.concat([Buffer.from('PMGL'), uint32s(free, 0, -1, -1)]),
    listing,
    Buffer.alloc(free - 2),
    uint16s(entries.length),
  ]);
  const directory = Buffer.concat([
    Buffer.from('ITSP'),
    uint32s(1, directoryHeaderSize, 0x0a, chunkSize, 2, 1, -1, 0, 0, -1, 1, language),
    directoryGuid,
    uint32s(directoryHeaderSize, -1, -1, -1),
    chunk,
  ]);
  const sizes = 0x18;
  const content = headerSize + sizes + directory.length;
  return Buffer.concat([
    Buffer.from('ITSF'),
    uint32s(3, headerSize, 1, 0, language),
    ...formatGuids,
    ...[uint64(headerSize), uint64(sizes), uint64(headerSize + sizes), uint64(directory.length)],
    uint64(content),
    Buffer.concat([uint32s(0x01fe, 0), uint64(content + offset), uint32s(0, 0)]),
    directory,
    ...all.map(({ data }) => data),
  ]);
}
