/** The names that `must_keep` accepts: the traits of formats, and parts of traits. */
import { traits, type Trait } from '@protean/formats/format.ts';

/** Parts of a trait that formats declare only as a whole. A part is lost with its trait. */
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

/** Returns the trait that a route loses if it loses `name`. */
export const lostWith = (name: Keepable): Trait => (isPart(name) ? partOf[name] : name);
