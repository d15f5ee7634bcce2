/** What a conversion can be asked to keep: the traits of formats, and parts of them that have names of their own. */
import { traits, type Trait } from '@protean/formats/format.ts';

/** What has a name of its own although the formats are told apart by the whole: it is lost with that. */
const partOf = {
  headings: 'structure',
  lists: 'structure',
  links: 'structure',
  tables: 'structure',
} as const;

type Part = keyof typeof partOf;

/** What can be asked to be kept. */
export type Keepable = Trait | Part;

export const keepable: readonly Keepable[] = [
  ...(Object.keys(traits) as Trait[]),
  ...(Object.keys(partOf) as Part[]),
];

const isPart = (name: Keepable): name is Part => Object.hasOwn(partOf, name);

/** The trait that a route loses where it loses `name`. */
export const lostWith = (name: Keepable): Trait => (isPart(name) ? partOf[name] : name);
