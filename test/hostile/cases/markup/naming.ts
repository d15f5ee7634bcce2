/**
 * Derives hostile cases from the ways in which a file can refer to another file. Combines each way with locations of
 * the other file, and with target formats.
 */
import { inCategory, type Category, type FileCase } from '../../case.ts';
import { folderLocations, locations, type Aim, type Location } from '../../locations.ts';
import { targetsByReader, targetsByWay } from '../../routes.ts';
import { bundleNamings, officeNamings } from './naming-office.ts';
import { markupNamings } from './naming-markup.ts';
import { pageNamings } from './naming-pages.ts';
import { dataNamings, treeNamings } from './naming-trees.ts';

/** One way to refer to another file: the extension, a name, and a function that makes the file. */
export type Naming = readonly [ext: string, name: string, make: (aim: Aim) => Buffer | string];

/**
 * Preferred targets, because they can contain most kinds of referenced files. The main target of a source format is the
 * first of these to which it can be converted.
 */
const first = ['docx', 'html', 'png', 'webm', 'json'];

/**
 * Approximate number of locations with which each way to refer to a file is tested. Only the first way of each format
 * is tested with all locations.
 */
const fewPlaces = 3;

/**
 * For each format, only every n-th chain (a route through several tools) is tested. The next format is tested with
 * other chains.
 */
const fewWays = 3;

/**
 * Returns the cases. For each format, the first way to refer to a file is tested with every location, and each other
 * way with a few locations, in rotation. All ways together cover all selected target formats.
 */
function casesOf(category: Category, namings: readonly Naming[]): readonly FileCase[] {
  const exts = [...new Set(namings.map(([ext]) => ext))];
  const seen = new Map<string, number>();
  return namings.flatMap(([ext, name, make], turn): FileCase[] => {
    const nth = seen.get(ext) ?? 0;
    seen.set(ext, nth + 1);
    const count = namings.filter(([other]) => other === ext).length;
    const ways = waysOf(ext, exts.indexOf(ext));
    const main = first.find((to) => ways.includes(to)) ?? ways[0];
    if (main === undefined) return [];
    const others = ways.filter((to) => to !== main).filter((_, n) => n % count === nth);
    const aimed = nth === 0 ? locations : some(locations, turn);
    const stem = `${category}-names-${ext.replaceAll('.', '-')}-${name}`;
    return [
      ...aimed.map((location, n): FileCase => ({
        name: `${stem}-${location}`,
        kind: 'read',
        ext,
        location,
        to: [main, ...others.filter((_, m) => m % aimed.length === n)],
        make: ({ aim }) => make(aim),
      })),
      oracle(stem, ext, nth, make, turn),
    ];
  });
}

/**
 * Returns all targets that one tool writes directly, and the targets of some chains of tools, selected by `turn`. Some
 * chains are enough, because only the first tool reads the hostile file. Later tools read documents of the same few
 * formats.
 */
function waysOf(ext: string, turn: number): string[] {
  return targetsByWay(ext)
    .filter(({ steps }, n) => steps === 1 || (n + turn) % fewWays === 0)
    .map(({ to }) => to);
}

/**
 * Returns a case that tests whether a response reveals the existence of a file. If `turn` is even, the file is in the
 * font folder, which sandboxes show. If it is odd, the file is in one of the folders that they might show.
 */
function oracle(stem: string, ext: string, nth: number, make: Naming[2], turn: number): FileCase {
  const location: Location =
    turn % 2 === 0 ? 'fonts' : (folderLocations[turn % folderLocations.length] ?? 'fonts');
  return {
    name: `${stem}-exists`,
    kind: 'read',
    ext,
    location,
    oracle: true,
    to: inTurn(targetsByReader(ext), nth),
    make: ({ aim }) => make(aim),
  };
}

const inTurn = <Item>(items: readonly Item[], turn: number): Item[] =>
  items.filter((_, n) => n === turn % items.length);

function some<Item>(items: readonly Item[], turn: number): Item[] {
  return items.filter((_, n) => (n + turn) % Math.ceil(items.length / fewPlaces) === 0);
}

export const namings = [
  ...inCategory('markup', casesOf('markup', [...markupNamings, ...treeNamings])),
  ...inCategory('page', casesOf('page', pageNamings)),
  ...inCategory('office', casesOf('office', officeNamings)),
  ...inCategory('archive', casesOf('archive', bundleNamings)),
  ...inCategory('data', casesOf('data', dataNamings)),
];
