/** Builds HEIF files from several items, such as pictures that the program heif-enc has encoded. */
import { boxesIn, boxOf, findBox, wholeOf } from '../../../packages/engines/shared/image/boxes.ts';

export interface HeifItem {
  kind: string;
  data: Buffer;
  properties: readonly Buffer[];
  hidden?: boolean;
}

interface Reference {
  kind: string;
  /** The item with the number `from` refers to the items `to`. Items are numbered from 1. */
  from: number;
  to: readonly number[];
}

export interface HeifContent {
  items: readonly HeifItem[];
  primary: number;
  references?: readonly Reference[];
  brand?: string;
}

/** Returns the encoded data and the properties of the picture in a HEIF file. The file must contain one picture. */
export function codedPicture(file: Buffer): Pick<HeifItem, 'data' | 'properties'> {
  const meta = findBox(file, ['meta'], wholeOf(file));
  const inside = meta && { content: meta.content + 4, end: meta.end };
  const properties = inside && findBox(file, ['iprp', 'ipco'], inside);
  const data = findBox(file, ['mdat'], wholeOf(file));
  if (!properties || !data) throw new Error('not a HEIC of one picture');
  return {
    data: file.subarray(data.content, data.end),
    properties: [...boxesIn(file, properties)].map(({ start, end }) => file.subarray(start, end)),
  };
}

/**
 * Returns a FullBox (ISO/IEC 14496-12) of the type `kind`. The content of a FullBox begins with a version and flags.
 */
export const fullBox = (kind: string, flags: number, ...content: readonly Buffer[]) =>
  boxOf(kind, numbers(4, flags), ...content);

/** Encodes numbers as big-endian integers of `size` bytes each. */
export function numbers(size: 2 | 4, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [n, value] of values.entries()) bytes.writeUIntBE(value, n * size, size);
  return bytes;
}

export function heifFile({ items, primary, references = [], brand = 'heic' }: HeifContent): Buffer {
  const begin = boxOf('ftyp', Buffer.from(`${brand}\0\0\0\0mif1heic`, 'latin1'));
  const { length } = metaOf({ items, primary, references }, 0);
  const meta = metaOf({ items, primary, references }, begin.length + length + 8);
  return Buffer.concat([begin, meta, boxOf('mdat', ...items.map(({ data }) => data))]);
}

/** Returns the box `meta`, which describes the items. `base` is the offset of the first item's data in the file. */
function metaOf({ items, primary, references = [] }: HeifContent, base: number): Buffer {
  const all = items.flatMap(({ properties }) => properties);
  const handler = Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  let [at, property] = [base, 0];
  const places = items.map(({ data }, n) => {
    const place = Buffer.concat([numbers(2, n + 1, 0, 1), numbers(4, at, data.length)]);
    at += data.length;
    return place;
  });
  const links = items.map(({ properties }, n) => {
    const own = properties.map(() => (property += 1));
    return Buffer.concat([numbers(2, n + 1), Buffer.from([own.length, ...own])]);
  });
  const entries = items.map(({ kind, hidden }, n) =>
    boxOf('infe', numbers(4, 0x0200_0000 | (hidden ? 1 : 0)), numbers(2, n + 1, 0), Buffer.from(`${kind}\0`)),
  );
  const pointers = references.map(({ kind, from, to }) => boxOf(kind, numbers(2, from, to.length, ...to)));
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, handler),
    fullBox('pitm', 0, numbers(2, primary)),
    fullBox('iloc', 0, Buffer.from([0x44, 0]), numbers(2, items.length), ...places),
    fullBox('iinf', 0, numbers(2, items.length), ...entries),
    boxOf('iprp', boxOf('ipco', ...all), fullBox('ipma', 0, numbers(4, items.length), ...links)),
    ...(pointers.length > 0 ? [fullBox('iref', 0, ...pointers)] : []),
  );
}
