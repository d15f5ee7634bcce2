/**
 * Derives from the file info whether a file has a trait (a property such as `alpha` or `tables`). A conversion cannot
 * lose a trait that the source lacks.
 */
import type { Keepable } from '@protean/engines/contract/keepable.ts';
import type { CountName, Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { OptionName, Options } from '@protean/engines/contract/options.ts';
import type { Trait } from '@protean/formats/format.ts';

/**
 * Whether a file with this file info has a trait. The function returns undefined if the file info does not show whether
 * the file has the trait.
 */
type Sign = (facts: Facts) => boolean | undefined;

const moreThan =
  (least: number, name: CountName): Sign =>
  ({ [name]: count }) =>
    count === undefined ? undefined : count > least;
const any = (name: CountName) => moreThan(0, name);
const several = (name: CountName) => moreThan(1, name);

/** Returns true if any of the signs is true, false if all signs are false, and otherwise undefined. */
const anyOf =
  (...signs: readonly Sign[]): Sign =>
  (facts) => {
    const found = signs.map((sign) => sign(facts));
    return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
  };

const signs: Readonly<Partial<Record<Keepable, Sign>>> = {
  alpha: ({ alpha }) => alpha,
  animation: several('frames'),
  colour: ({ colour_model: model }) => (model === undefined ? undefined : model !== 'grey'),
  depth: moreThan(8, 'bits'),
  sound: any('audio_tracks'),
  picture: any('video_tracks'),
  tags: any('tags'),
  text: any('words'),
  structure: anyOf(any('headings'), any('lists'), any('tables'), any('links')),
  headings: any('headings'),
  lists: any('lists'),
  tables: any('tables'),
  links: any('links'),
  math: any('equations'),
  images: any('pictures'),
  pages: several('pages'),
  sheets: several('sheets'),
  formulas: any('formulas'),
  tree: anyOf(several('files'), any('folders')),
  nesting: several('depth'),
  nulls: any('nulls'),
  hinting: ({ hinted }) => hinted,
};

/**
 * Traits that a picture may declare without using them, such as an alpha channel without transparent pixels. An unused
 * trait never counts as lost in a result, because the picture may look the same without the trait.
 */
const mayBeUnused: readonly Keepable[] = ['alpha', 'colour', 'depth'];

/** Options with which a caller requests the removal of a trait. */
const lessBy: Readonly<Partial<Record<Keepable, readonly OptionName[]>>> = {
  pages: ['pages', 'page'],
  animation: ['page', 'start', 'end'],
  sheets: ['sheet'],
  sound: ['mute'],
  images: ['images'],
  tags: ['strip_metadata'],
};

/** Whether file info can show that a file lacks the trait. */
export const isShownByFileInfo = (name: Keepable): boolean => Object.hasOwn(signs, name);

/**
 * Whether a file with this file info has the trait. The result is undefined if the file info does not show whether the
 * file has the trait.
 */
export const holds = (name: Keepable, facts: Facts): boolean | undefined => signs[name]?.(facts);

/** Returns the losses of a route, without the traits that the source is known to lack. */
export function lostOf(loses: readonly Trait[], source: Facts): Trait[] {
  return loses.filter((trait) => holds(trait, source) !== false);
}

/**
 * Returns the traits of `wanted` that the source holds and the result lacks, except traits that the caller asked to
 * lose.
 */
export function lostInResult(
  wanted: readonly Keepable[],
  { source, result, options }: { source: Facts; result: Facts; options: Options },
): Keepable[] {
  return wanted.filter(
    (name) =>
      !mayBeUnused.includes(name) &&
      !lessBy[name]?.some((option) => options[option] !== undefined) &&
      holds(name, source) === true &&
      holds(name, result) === false,
  );
}
