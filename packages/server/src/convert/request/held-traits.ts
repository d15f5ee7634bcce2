/** Which facts of a file tell whether it holds a trait: what it does not hold, no conversion of it can lose. */
import type { Keepable } from '@protean/engines/contract/keepable.ts';
import type { CountName, Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { OptionName, Options } from '@protean/engines/contract/options.ts';
import type { Trait } from '@protean/formats/format.ts';

/** Whether a file with these facts holds something; undefined where they do not tell. */
type Sign = (facts: Facts) => boolean | undefined;

const moreThan =
  (least: number, name: CountName): Sign =>
  ({ [name]: count }) =>
    count === undefined ? undefined : count > least;
const any = (name: CountName) => moreThan(0, name);
const several = (name: CountName) => moreThan(1, name);

/** Where one is there, it holds something; where some are unknown and none is there, nobody can tell. */
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

/** What a picture can hold without a pixel that needs it, so that it is not lost where the result has no room for it. */
const mayBeUnused: readonly Keepable[] = ['alpha', 'colour', 'depth'];

/** Options by which a caller asks for less. */
const lessBy: Readonly<Partial<Record<Keepable, readonly OptionName[]>>> = {
  pages: ['pages', 'page'],
  animation: ['page', 'start', 'end'],
  sheets: ['sheet'],
  sound: ['mute'],
  images: ['images'],
  tags: ['strip_metadata'],
};

/** Whether facts can tell that a file does not hold it. */
export const canBeTold = (name: Keepable): boolean => Object.hasOwn(signs, name);

/** Undefined where the facts do not tell. */
export const holds = (name: Keepable, facts: Facts): boolean | undefined => signs[name]?.(facts);

/** What a route loses, without what the source is known not to hold. */
export function lostOf(loses: readonly Trait[], source: Facts): Trait[] {
  return loses.filter((trait) => holds(trait, source) !== false);
}

/** Those of `wanted` that the source is known to hold and the result not to, although nobody asked for less. */
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
