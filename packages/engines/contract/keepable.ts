/**
 * The names that `must_keep` accepts: the traits of formats, and parts of traits. `must_keep` rejects conversions that
 * would lose any of the given names.
 */
import { traits, type Trait } from '@protean/formats/format.ts';

/**
 * Maps each part of a document, such as `headings`, to the trait that includes the part, such as `structure`. Formats
 * declare only traits, so a part is lost if its trait is lost.
 */
const partOf = {
  headings: 'structure',
  lists: 'structure',
  links: 'structure',
  tables: 'structure',
} as const;

type Part = keyof typeof partOf;

export type Keepable = Trait | Part;

export const keepable: readonly Keepable[] = [
  ...(Object.keys(traits) as Trait[]),
  ...(Object.keys(partOf) as Part[]),
];

const isPart = (name: Keepable): name is Part => Object.hasOwn(partOf, name);

/** Returns the trait that contains the part `name`, or `name` itself if it is a trait. */
export const lostWith = (name: Keepable): Trait => (isPart(name) ? partOf[name] : name);
