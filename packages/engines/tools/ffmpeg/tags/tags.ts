/** The tags of a file, independent of its container, and functions that find the tags that a result lacks. */
import { isStructural, isUsual, tagName, tagWords } from './names.ts';

export interface Picture {
  mimeType: string;
  data: Uint8Array;
  type: string;
  description?: string;
}

export interface Tags {
  /** Values by TagLib tag name. */
  values: ReadonlyMap<string, readonly string[]>;
  pictures: readonly Picture[];
  /** Rating from 0 to 1. */
  rating?: number;
}

export const noTags: Tags = { values: new Map(), pictures: [] };

/**
 * Builds tags from the names and values that a tag reader found. Splits a track or disc number such as `3/12` into
 * number and total.
 */
export function valuesOf(
  given: Iterable<readonly [name: string, values: readonly string[]]>,
): Tags['values'] {
  const values = new Map<string, readonly string[]>();
  const put = (tag: string, list: readonly string[]) => {
    if (list.length > 0 && !values.has(tag)) values.set(tag, list);
  };
  for (const [name, list] of given) {
    const tag = tagName(name);
    if (isStructural(tag)) continue;
    const texts = [...new Set(list.map((text) => text.trim()))].filter((text) => text !== '');
    const total = totals[tag];
    const [, number, count] = /^(\d+)\/(\d+)$/.exec(texts[0] ?? '') ?? [];
    if (total && number && count) {
      put(tag, [number]);
      put(total, [count]);
    } else if (!numbers.has(tag) || texts[0] !== '0') put(tag, normalized(tag, texts));
  }
  return values;
}

const totals: Readonly<Record<string, string>> = {
  TRACKNUMBER: 'TRACKTOTAL',
  DISCNUMBER: 'DISCTOTAL',
};

/** Tags that are whole numbers. For these tags, the number 0 means that the tag is absent. */
const numbers = new Set(Object.entries(totals).flat());

function normalized(tag: string, texts: readonly string[]): readonly string[] {
  if (tag === 'COMPILATION')
    return texts.map((text) => (text === 'true' ? '1' : text)).filter((text) => text === '1');
  return texts;
}

/**
 * Merges both sets of tags. If both sets of tags contain the same tag, uses its value in `first`. Drops an unusual tag
 * of `second` if `first` has the same value under another name.
 */
export function united(first: Tags, second: Tags): Tags {
  const known = new Set([...first.values.values()].map((list) => list.join('\n')));
  const more = [...second.values].filter(
    ([tag, list]) => !first.values.has(tag) && (isUsual(tag) || !known.has(list.join('\n'))),
  );
  return { ...first, values: new Map([...first.values, ...more]) };
}

/** Returns the tags of `wanted` that `present` lacks. */
export function missingTags(wanted: Tags, present: Tags): Tags {
  const values = [...wanted.values].filter(([tag, list]) => !holdsValue(present, tag, list));
  const pictures = wanted.pictures.filter(
    ({ data }) => !present.pictures.some((picture) => Buffer.compare(picture.data, data) === 0),
  );
  const isRated = wanted.rating === undefined || present.rating !== undefined;
  return { values: new Map(values), pictures, ...(isRated ? {} : { rating: wanted.rating }) };
}

function holdsValue({ values }: Tags, tag: string, list: readonly string[]): boolean {
  const found = values.get(tag);
  if (!found) return false;
  if (gain.test(tag))
    return Math.abs(Number.parseFloat(found[0] ?? '') - Number.parseFloat(list[0] ?? '')) < 0.02;
  return comparable(tag, found) === comparable(tag, list);
}

const gain = /^REPLAYGAIN_\w+_GAIN$/;

/**
 * Returns the normalised value of a tag. Tag values with the same meaning give equal strings. For example, `03` and `3`
 * are the same number, date and time may be separated by `T` or a space, and all kinds of line ends are equal.
 */
function comparable(tag: string, list: readonly string[]): string {
  const text = list.join('; ').replaceAll(/\r\n?/g, '\n');
  if (numbers.has(tag)) return String(Number(text));
  return /DATE$|_TIME$/.test(tag) ? text.replace(' ', 'T').replace(/(\.0+)?Z$/, '') : text;
}

export const isEmpty = ({ values, pictures, rating }: Tags): boolean =>
  values.size === 0 && pictures.length === 0 && rating === undefined;

/** Returns the file name for an attached picture. */
export const pictureFileName = ({ mimeType, type }: Picture): string =>
  `${type === 'FrontCover' ? 'cover' : type.toLowerCase()}.${mimeType === 'image/png' ? 'png' : 'jpg'}`;

/** Returns the names of the tags, as a warning lists them. */
export function namesOf({ values, pictures, rating }: Tags): string[] {
  return [
    ...(pictures.length > 0 ? [pictures.length > 1 ? `${pictures.length} pictures` : 'cover picture'] : []),
    ...[...values.keys()].map(tagWords),
    ...(rating === undefined ? [] : ['rating']),
  ];
}
