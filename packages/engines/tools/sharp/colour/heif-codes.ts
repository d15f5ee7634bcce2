/**
 * Writes the code points that describe the colours (ITU-T H.273) into a HEIC file, because Debian 12's libvips and
 * heif-enc do not write them. This module edits the boxes itself, because no library edits the boxes of an existing
 * file.
 */
import { boxesIn, boxOf, findBox, type Box } from '../../../shared/image/boxes.ts';
import type { ColourCodes } from '../../../shared/image/colour/description.ts';
import { codesBox, metaOf, primaryItem } from './heif.ts';

/** The matrix with which libheif encodes RGB (BT.601), and the flag for full-range samples. */
const codedMatrix = 6;
const fullRange = 0x80;

/** Returns the file with `codes` declared for the primary picture. */
export function withHeifCodes(file: Buffer, codes: ColourCodes): Buffer {
  const declared = codesBox(file);
  if (declared) return withChangedCodes(file, declared, codes);
  const { meta, properties, list, links, locations, primary } = partsOf(file);
  const content = Buffer.from('nclx\0\0\0\0\0\0\0', 'latin1');
  content.writeUInt16BE(codes.primaries, 4);
  content.writeUInt16BE(codes.transfer, 6);
  content.writeUInt16BE(codedMatrix, 8);
  content[10] = fullRange;
  const colour = boxOf('colr', content);
  const number = [...boxesIn(file, list)].length + 1;
  const linkAt = firstLinkOf(file, links, primary);
  const added = colour.length + 1;
  const changed = Buffer.from(file);
  for (const box of [meta, properties]) lengthen(changed, box, added);
  lengthen(changed, list, colour.length);
  lengthen(changed, links, 1);
  changed[linkAt - 1] = (file[linkAt - 1] ?? 0) + 1;
  moveData(changed, locations, meta.end, added);
  // Assumes that the box `ipma`, which links items to their properties, comes after the list of properties. libheif
  // writes the list of properties before `ipma`.
  return Buffer.concat([
    changed.subarray(0, list.end),
    colour,
    changed.subarray(list.end, linkAt),
    Buffer.from([number]),
    changed.subarray(linkAt),
  ]);
}

function withChangedCodes(file: Buffer, { content }: Box, codes: ColourCodes): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt16BE(codes.primaries, content + 4);
  changed.writeUInt16BE(codes.transfer, content + 6);
  return changed;
}

function partsOf(file: Buffer) {
  const meta = metaOf(file);
  const [properties, list, links, locations] = [['iprp'], ['iprp', 'ipco'], ['iprp', 'ipma'], ['iloc']].map(
    (path) => meta && findBox(file, path, meta),
  );
  const primary = meta && primaryItem(file, meta);
  if (!meta || !properties || !list || !links || !locations || links.start < list.end)
    throw new Error('the order of the boxes differs from libheif');
  if (primary === undefined) throw new Error('the file has no primary picture');
  return { meta, properties, list, links, locations, primary };
}

/**
 * Returns the offset of the first property link of an item. A byte with the number of links precedes the first link,
 * and each link is one byte.
 */
function firstLinkOf(file: Buffer, { content, end }: Box, item: number): number {
  if (file[content] !== 0 || ((file[content + 3] ?? 0) & 1) === 1)
    throw new Error('the property links are not single bytes');
  for (let at = content + 8; at + 3 <= end; at += 3 + (file[at + 2] ?? 0))
    if (file.readUInt16BE(at) === item) return at + 3;
  throw new Error('the primary picture has no properties');
}

function lengthen(file: Buffer, { start }: Box, by: number): void {
  file.writeUInt32BE(file.readUInt32BE(start) + by, start);
}

/** Adds the number `by` to all stored offsets that are `from` or more (ISO/IEC 14496-12, 8.11.3). */
function moveData(file: Buffer, { content }: Box, from: number, by: number): void {
  const version = file[content] ?? 0;
  const [sizes = 0, more = 0] = [file[content + 4], file[content + 5]];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  if (version > 1 || (offsetSize !== 4 && baseSize !== 4)) throw new Error('the offsets do not have 4 bytes');
  let at = content + 8;
  for (let items = file.readUInt16BE(content + 6); items > 0; items -= 1) {
    const isInFile = version === 0 || (file.readUInt16BE(at + 2) & 15) === 0;
    at += version === 0 ? 4 : 6;
    const base = baseSize === 4 ? file.readUInt32BE(at) : 0;
    if (isInFile && base >= from) file.writeUInt32BE(base + by, at);
    const extents = file.readUInt16BE(at + baseSize);
    at += baseSize + 2;
    for (let extent = 0; extent < extents; extent += 1) {
      at += indexSize;
      const offset = offsetSize === 4 ? file.readUInt32BE(at) : 0;
      if (isInFile && base === 0 && offset >= from) file.writeUInt32BE(offset + by, at);
      at += offsetSize + lengthSize;
    }
  }
}
