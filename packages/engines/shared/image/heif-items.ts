/** Reads the list of pictures in a HEIF file (HEIC or AVIF). */
import { boxesIn, findBox, wholeOf, type Box } from './boxes.ts';

interface Item {
  id: number;
  /** The item type: the codec of the picture, or the way in which the picture is composed of other pictures. */
  kind: string;
  hidden: boolean;
}

interface Reference {
  kind: string;
  from: number;
  to: readonly number[];
}

export interface HeifItems {
  primary: number;
  items: readonly Item[];
  references: readonly Reference[];
}

/**
 * Types of items that are composed of other pictures: a grid of tiles, an overlay of layers, and a rotated or cropped
 * picture.
 */
const derived = ['grid', 'iovl', 'iden'];
/** Item types that are not pictures. */
const metadata = ['Exif', 'mime', 'uri ', 'tmap'];

/** Codecs that every version of libheif decodes. */
export const usualCodings = ['hvc1', 'av01'];

/** Returns the items of the file, or undefined if the file has no list of items or the list is damaged. */
export function heifItems(file: Buffer): HeifItems | undefined {
  const meta = findBox(file, ['meta'], wholeOf(file));
  if (!meta) return undefined;
  const inside = { content: meta.content + 4, end: meta.end };
  try {
    const [primary, list, references] = ['pitm', 'iinf', 'iref'].map((kind) => findBox(file, [kind], inside));
    if (!primary || !list) return undefined;
    return {
      primary: numberAt(file, primary.content + 4, file[primary.content] === 0 ? 2 : 4),
      items: itemsIn(file, list),
      references: references ? referencesIn(file, references) : [],
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the codecs of the pictures that make up the primary picture. */
export function primaryCodings({ primary, items, references }: HeifItems): string[] {
  const codings = new Set<string>();
  const seen = new Set<number>();
  const visit = (id: number) => {
    const item = items.find((one) => one.id === id);
    if (!item || seen.has(id)) return;
    seen.add(id);
    if (!derived.includes(item.kind)) codings.add(item.kind);
    else for (const { kind, from, to } of references) if (kind === 'dimg' && from === id) to.forEach(visit);
  };
  visit(primary);
  return [...codings];
}

/**
 * Returns the number of pictures that viewers show: all except tiles, thumbnails, alpha and other auxiliary pictures.
 */
export function countShownPictures({ items, references }: HeifItems): number {
  const parts = new Set<number>();
  for (const { kind, from, to } of references) {
    if (kind === 'dimg') for (const id of to) parts.add(id);
    else if (kind === 'thmb' || kind === 'auxl') parts.add(from);
  }
  return items.filter(({ id, kind, hidden }) => !hidden && !parts.has(id) && !metadata.includes(kind)).length;
}

function itemsIn(file: Buffer, list: Box): Item[] {
  const content = list.content + 4 + (file[list.content] === 0 ? 2 : 4);
  return [...boxesIn(file, { content, end: list.end })].map(({ content: at }) => {
    const wide = (file[at] ?? 0) > 2;
    const idBytes = wide ? 4 : 2;
    const kindAt = at + 4 + idBytes + 2;
    return {
      id: numberAt(file, at + 4, idBytes),
      kind: file.toString('latin1', kindAt, kindAt + 4),
      hidden: ((file[at + 3] ?? 0) & 1) === 1,
    };
  });
}

function referencesIn(file: Buffer, box: Box): Reference[] {
  const idBytes = file[box.content] === 0 ? 2 : 4;
  return [...boxesIn(file, { content: box.content + 4, end: box.end })].map(({ kind, content }) => {
    const start = content + idBytes + 2;
    const count = file.readUInt16BE(start - 2);
    const to = Array.from({ length: count }, (_, n) => numberAt(file, start + n * idBytes, idBytes));
    return { kind, from: numberAt(file, content, idBytes), to };
  });
}

const numberAt = (file: Buffer, at: number, bytes: number) =>
  bytes === 2 ? file.readUInt16BE(at) : file.readUInt32BE(at);
