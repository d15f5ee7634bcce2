/** Reads the colours that the boxes of an AVIF or HEIC picture declare. */
import { boxesIn, findBox, wholeOf, type Box } from '../../../shared/image/boxes.ts';
import { describedByCodes, isHdr, type ColourDescription } from '../../../shared/image/colour/description.ts';

/**
 * Returns the colours that the code points of the primary picture describe (ISO/IEC 23008-12, 6.5.5). Returns undefined
 * if there are no code points, or if an ICC profile takes precedence. Code points of a high dynamic range take
 * precedence over a profile, because a profile only approximates the range.
 */
export function coloursOfHeif(file: Buffer): ColourDescription | undefined {
  const boxes = colourBoxes(file);
  const codes = codesIn(file, boxes);
  if (!codes || codes.end - codes.content < 10) return undefined;
  const described = describedByCodes(
    file.readUInt16BE(codes.content + 4),
    file.readUInt16BE(codes.content + 6),
  );
  const hasProfile = boxes.some(({ content }) => ['prof', 'rICC'].includes(kindOf(file, content)));
  return hasProfile && !isHdr(described) ? undefined : described;
}

/** Returns the box that declares the code points of the primary picture, or undefined. */
export const codesBox = (file: Buffer): Box | undefined => codesIn(file, colourBoxes(file));

const codesIn = (file: Buffer, boxes: readonly Box[]) =>
  boxes.find(({ content }) => kindOf(file, content) === 'nclx');

const kindOf = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);

function colourBoxes(file: Buffer): Box[] {
  const meta = metaOf(file);
  if (!meta) return [];
  const [item, listed, links] = [
    primaryItem(file, meta),
    findBox(file, ['iprp', 'ipco'], meta),
    findBox(file, ['iprp', 'ipma'], meta),
  ];
  if (item === undefined || !listed || !links) return [];
  const properties = [...boxesIn(file, listed)];
  return propertiesOf(file, links, item)
    .flatMap((number) => properties[number - 1] ?? [])
    .filter(({ kind }) => kind === 'colr');
}

/**
 * Returns the box `meta`, or undefined if the file has no such box. The content of the returned box begins after its
 * version field.
 */
export function metaOf(file: Buffer): Box | undefined {
  const meta = findBox(file, ['meta'], wholeOf(file));
  return meta && { ...meta, content: meta.content + 4 };
}

/** Returns the number of the primary picture, or undefined if the file does not state the number. */
export function primaryItem(file: Buffer, meta: Box): number | undefined {
  const box = findBox(file, ['pitm'], meta);
  if (!box) return undefined;
  return file[box.content] === 0 ? file.readUInt16BE(box.content + 4) : file.readUInt32BE(box.content + 4);
}

/** Returns the numbers of an item's properties, counted from 1 (ISO/IEC 23008-12, 9.3.2). */
function propertiesOf(file: Buffer, { content, end }: Box, item: number): number[] {
  const isWideItem = (file[content] ?? 0) >= 1;
  const isWideNumber = ((file[content + 3] ?? 0) & 1) === 1;
  let at = content + 8;
  for (let entry = file.readUInt32BE(content + 4); entry > 0 && at < end; entry -= 1) {
    const found = isWideItem ? file.readUInt32BE(at) : file.readUInt16BE(at);
    at += isWideItem ? 4 : 2;
    const count = file[at] ?? 0;
    at += 1;
    if (found === item)
      return Array.from({ length: count }, (_, n) =>
        isWideNumber ? file.readUInt16BE(at + 2 * n) & 0x7fff : (file[at + n] ?? 0) & 0x7f,
      );
    at += count * (isWideNumber ? 2 : 1);
  }
  return [];
}
