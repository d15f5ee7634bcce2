/** What a box shows of the machine, read-only: a small base, and the places that the engine in it names. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { compiledHosts, inBox, type BoxSources } from './layout.ts';
import type { Machine } from './seccomp.ts';

/** Files and folders by their names in the box, sorted, none below another; a star stands for any letters of a last name. */
export type View = readonly string[];

/** One thing that is put into the tree of a box. */
export type Shown = { at: string; from: string } | { at: string; linkTo: string };

/** The folder of libraries, by Debian's name for the machine. */
const libraries: Readonly<Record<Machine, string>> = {
  x64: '/usr/lib/x86_64-linux-gnu',
  arm64: '/usr/lib/aarch64-linux-gnu',
};

/** What every box shows: the loader and the libraries, and what starts a program within its bounds. */
const base = (machine: Machine): readonly string[] => [
  libraries[machine],
  ...['/usr/lib64', '/usr/lib/ld-linux-aarch64.so.1', '/etc/ld.so.cache', '/usr/lib/locale/C.utf8'],
  ...['/usr/bin/sh', '/usr/bin/env', '/usr/bin/prlimit'],
];

/** The one user there is; GNUstep's programs will not start for one without a name. Below the project's root. */
const passwd = 'packages/server/src/sandbox/passwd';

/** What Node is to take our runners for; below the project's root. */
const moduleKind = 'packages/server/src/sandbox/module.json';

/** Patterns for hyphenation, by language. */
const hyphens = '/usr/share/hyphen';
/** Another name of `hyph_en_US.dic`. For its sake LibreOffice reads a list of all languages, into 43 MB and for 0.3 s. */
const hiddenHyphens = 'hyph_en_Latn_US.dic';

export function viewOf(places: Iterable<string>): View {
  const sorted = [...new Set(places)].sort();
  return sorted.filter((place) => !sorted.some((other) => isBelow(place, other)));
}

/** Whether `wide` shows all that `narrow` does. */
export function includes(wide: View, narrow: View): boolean {
  return narrow.every((place) => wide.some((other) => other === place || isBelow(place, other)));
}

/** What is put into a box that shows `view`, outer places before what lies in them. */
export function shownBy(view: View, sources: BoxSources): readonly Shown[] {
  const { root, machine } = sources;
  const places = viewOf([...base(machine), ...view]);
  return [
    ...places.flatMap((place) => placeShown(place, sources)),
    ...alternatives(places),
    { at: '/etc/passwd', from: path.join(root, passwd) },
  ];
}

const isBelow = (place: string, other: string) => place.startsWith(`${other}/`);

function placeShown(place: string, sources: BoxSources): readonly Shown[] {
  const { root, node, imports } = sources;
  switch (place) {
    case inBox.node:
      return [{ at: place, from: node }];
    case inBox.compiled:
      return existing({ at: place, from: path.join(root, compiledHosts) });
    case inBox.packages:
      return [
        { at: `${inBox.app}/packages/server/package.json`, from: path.join(root, moduleKind) },
        ...imports.map((name) => ({ at: `${inBox.app}/${name}`, from: path.join(root, name) })),
      ];
    case hyphens:
      return hyphensShown();
    default:
      if (isBelow(place, inBox.app))
        return [{ at: place, from: path.join(root, path.relative(inBox.app, place)) }];
      return place.includes('*') ? matching(place) : existing({ at: place, from: place });
  }
}

// What is not installed is missed by the engine that names it, which is not offered then.
function existing(shown: { at: string; from: string }): readonly Shown[] {
  return existsSync(shown.from) ? [shown] : [];
}

/** The places that a name with a star in its last part means, which stands for any letters. */
function matching(pattern: string): readonly Shown[] {
  const { dir, base: name } = path.parse(pattern);
  const [before = '', after = ''] = name.split('*');
  return (existsSync(dir) ? readdirSync(dir) : [])
    .filter((one) => one.length >= name.length - 1 && one.startsWith(before) && one.endsWith(after))
    .map((one) => path.join(dir, one))
    .map((place) => ({ at: place, from: place }));
}

/** The patterns one by one, but the name that is not to be seen: a name alone cannot be covered when it is a link. */
function hyphensShown(): readonly Shown[] {
  if (!existsSync(path.join(hyphens, hiddenHyphens))) return existing({ at: hyphens, from: hyphens });
  return readdirSync(hyphens)
    .filter((name) => name !== hiddenHyphens)
    .map((name) => path.join(hyphens, name))
    .map((file) => ({ at: file, from: file }));
}

/** Debian lets an administrator choose between libraries by links: those are made again, and no others. */
function alternatives(places: View): readonly Shown[] {
  return places
    .filter((place) => Object.values(libraries).includes(place) && existsSync(place))
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }).map((entry) => ({ folder, entry })))
    .filter(({ entry }) => entry.isSymbolicLink())
    .map(({ folder, entry }) => readlinkSync(path.join(folder, entry.name)))
    .filter((target) => isBelow(target, '/etc/alternatives') && existsSync(target))
    .map((at) => ({ at, linkTo: readlinkSync(at) }));
}
