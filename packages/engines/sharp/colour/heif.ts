/** The colours that the boxes of an AVIF or HEIC picture declare. */
import { boxesIn, findBox, wholeOf, type Box } from '../../runtime/boxes.ts';
import { describedByCodes, isHdr, type ColourDescription } from './description.ts';

/**
 * The code points of the primary picture (ISO/IEC 23008-12, 6.5.5). An ICC profile counts instead, except beside a high dynamic range,
 * for which it is a makeshift.
 */
export function coloursOfHeif(file: Buffer): ColourDescription | undefined {
  const boxes = colourBoxes(file);
  const codes = boxes.find(({ content }) => kindOf(file, content) === 'nclx');
  if (!codes || codes.end - codes.content < 10) return undefined;
  const described = describedByCodes(
    file.readUInt16BE(codes.content + 4),
    file.readUInt16BE(codes.content + 6),
  );
  const hasProfile = boxes.some(({ content }) => ['prof', 'rICC'].includes(kindOf(file, content)));
  return hasProfile && !isHdr(described) ? undefined : described;
}

const kindOf = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);

function colourBoxes(file: Buffer): Box[] {
  const meta = findBox(file, ['meta'], wholeOf(file));
  if (!meta) return [];
  // It has a version before its boxes.
  const inside = { content: meta.content + 4, end: meta.end };
  const [primary, listed, links] = [
    findBox(file, ['pitm'], inside),
    findBox(file, ['iprp', 'ipco'], inside),
    findBox(file, ['iprp', 'ipma'], inside),
  ];
  if (!primary || !listed || !links) return [];
  const isWide = file[primary.content] !== 0;
  const item = isWide ? file.readUInt32BE(primary.content + 4) : file.readUInt16BE(primary.content + 4);
  const properties = [...boxesIn(file, listed)];
  return propertiesOf(file, links, item)
    .flatMap((number) => properties[number - 1] ?? [])
    .filter(({ kind }) => kind === 'colr');
}

/** The numbers of the properties of an item, counted from 1 (ISO/IEC 23008-12, 9.3.2). */
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
