/**
 * Generates hostile cases in which a file refers to a forbidden file, which no conversion may read. Each case combines
 * one way to refer to the forbidden file, one location of the forbidden file, and target formats.
 */
import { inCategory, type Category, type FileCase } from '../../case.ts';
import { folderLocations, locations, type Aim, type Location } from '../../locations.ts';
import { targetsByReader, targetsByWay } from '../../routes.ts';
import { bundleNamings, officeNamings } from './naming-office.ts';
import { markupNamings } from './naming-markup.ts';
import { pageNamings } from './naming-pages.ts';
import { dataNamings, treeNamings } from './naming-trees.ts';

/**
 * One way in which a hostile file can refer to another file: the extension of the hostile file, the name of the way,
 * and a function that makes the hostile file.
 */
export type Naming = readonly [ext: string, name: string, make: (aim: Aim) => Buffer | string];

/**
 * Preferred target formats, which can contain the content of most kinds of referenced files. The main target of a
 * source format is the first preferred target format to which the source format can be converted.
 */
const first = ['docx', 'html', 'png', 'webm', 'json'];

/**
 * Approximate number of locations that are tested for each way to refer to a file. The first way to refer to a file in
 * each source format is an exception: it is tested with all locations.
 */
const fewPlaces = 3;

/**
 * A chain is a conversion through several tools. For each source format, only about one of every `fewWays` chains is
 * tested. Different source formats are tested with different chains.
 */
const fewWays = 3;

/**
 * Returns the cases for `namings`. In each source format, the first way to refer to a file is tested with every
 * location. Every other way to refer to a file is tested with only a few locations, and each way has different
 * locations. The cases of a source format together use all target formats that are selected for it.
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
 * Selects target formats of `ext`: all formats to which one tool converts `ext` directly, and the targets of some
 * chains of tools. `turn` determines which chains are selected. It is enough to select some of the chains, because only
 * the first tool of a chain reads the hostile file. Later tools read only intermediate documents, which always have one
 * of a few formats.
 */
function waysOf(ext: string, turn: number): string[] {
  return targetsByWay(ext)
    .filter(({ steps }, n) => steps === 1 || (n + turn) % fewWays === 0)
    .map(({ to }) => to);
}

/**
 * Returns a case that tests whether a response reveals that a file exists. If `turn` is even, the file is in the font
 * folder, which is visible in sandboxes. If `turn` is odd, the file is in one of the folders in `folderLocations`.
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
