/** The read-only mounts of a sandbox: a small base, and the paths that its engine requests. */
import { type View, viewOf, isBelow } from '@protean/engines/contract/view.ts';
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { compiledRunners, derivedFonts, type SandboxSources } from './layout.ts';
import type { Machine } from './seccomp.ts';

/** One entry in the file tree of a sandbox. */
export type Mount = { at: string; from: string } | { at: string; linkTo: string };

/** Folder in which Debian installs the libraries of an architecture. */
const libraries: Readonly<Record<Machine, string>> = {
  x64: '/usr/lib/x86_64-linux-gnu',
  arm64: '/usr/lib/aarch64-linux-gnu',
};

/** Returns the mounts of every sandbox: the loader, the libraries, and the programs that apply limits. */
const base = (machine: Machine): readonly string[] => [
  libraries[machine],
  ...['/usr/lib64', '/usr/lib/ld-linux-aarch64.so.1', '/etc/ld.so.cache', '/usr/lib/locale/C.utf8'],
  ...['/usr/bin/sh', '/usr/bin/env', '/usr/bin/prlimit'],
];

/**
 * Path of the user database, relative to the project's root. GNUstep's programs do not start if the user has no name.
 */
const passwd = 'packages/server/src/sandbox/isolation/passwd';

/** Hyphenation patterns by language. */
const hyphens = '/usr/share/hyphen';
/**
 * A second name of `hyph_en_US.dic`. The sandbox does not contain the file `hyph_en_Latn_US.dic`. If LibreOffice finds
 * `hyph_en_Latn_US.dic`, it reads a list of all languages, which takes 43 MB of memory and 0.3 s.
 */
const hiddenHyphens = 'hyph_en_Latn_US.dic';

/**
 * Settings folder of fontconfig. In a sandbox, `local.conf` contains Protean's font substitutes. Protean's `local.conf`
 * includes the machine's own `local.conf`, mounted as `machine.conf`.
 */
const fontSettings = '/etc/fonts';
const fontSubstitutes = 'packages/engines/shared/runner/fonts.conf';

/**
 * The entries of /proc/self that Chromium needs. Chromium starts its other processes through the link `exe`. Chromium
 * forks only if the folder /proc/self/task lists a single thread.
 */
const browserProcess: readonly Mount[] = [
  { at: `${sandboxPaths.browserProcess}/exe`, linkTo: '/usr/lib/chromium/chromium-headless-shell' },
  { at: `${sandboxPaths.browserProcess}/fd/0`, linkTo: '/dev/null' },
  { at: `${sandboxPaths.browserProcess}/task/1/comm`, linkTo: '/dev/null' },
];

/**
 * Returns the mounts of a sandbox that shows the paths in `view`. In the list of mounts, a folder comes before its
 * content.
 */
export function mountsFor(view: View, sources: SandboxSources): readonly Mount[] {
  const { root, machine } = sources;
  const paths = viewOf([...base(machine), ...view]);
  return [
    ...paths.flatMap((at) => mountsAt(at, sources)),
    ...alternatives(paths),
    { at: '/etc/passwd', from: path.join(root, passwd) },
  ];
}

function mountsAt(at: string, sources: SandboxSources): readonly Mount[] {
  const { root, node, imports } = sources;
  switch (at) {
    case sandboxPaths.node:
      return [{ at, from: node }];
    case sandboxPaths.compiled:
      return existing({ at, from: path.join(root, compiledRunners) });
    case sandboxPaths.fonts:
      return existing({ at, from: path.join(root, derivedFonts) });
    case sandboxPaths.packages:
      return imports.map((name) => mountOfImport(name, root));
    case hyphens:
      return hyphenMounts();
    case fontSettings:
      return fontMounts(root);
    case sandboxPaths.browserProcess:
      return browserProcess;
    default:
      if (isBelow(at, sandboxPaths.app))
        return [{ at, from: path.join(root, path.relative(sandboxPaths.app, at)) }];
      return at.includes('*') ? matching(at) : existing({ at, from: at });
  }
}

/**
 * Returns the mount of an imported package. Protean's own packages are links and are mounted as links, because Node
 * does not run TypeScript files below node_modules.
 */
function mountOfImport(name: string, root: string): Mount {
  const [at, from] = [`${sandboxPaths.app}/${name}`, path.join(root, name)];
  return lstatSync(from, { throwIfNoEntry: false })?.isSymbolicLink()
    ? { at, linkTo: readlinkSync(from) }
    : { at, from };
}

// Skips missing files. If the files of an engine are not installed, the engine is not offered, so no run needs them.
function existing(shown: { at: string; from: string }): readonly Mount[] {
  return existsSync(shown.from) ? [shown] : [];
}

/** Returns the paths that match a pattern with one star in its last segment. */
function matching(pattern: string): readonly Mount[] {
  const { dir, base: name } = path.parse(pattern);
  const [before = '', after = ''] = name.split('*');
  return (existsSync(dir) ? readdirSync(dir) : [])
    .filter((one) => one.length >= name.length - 1 && one.startsWith(before) && one.endsWith(after))
    .map((one) => path.join(dir, one))
    .map((at) => ({ at, from: at }));
}

/**
 * Mounts the hyphenation patterns one by one, except `hyph_en_Latn_US.dic`, which must be hidden. A mount cannot hide a
 * file that is a symbolic link.
 */
function hyphenMounts(): readonly Mount[] {
  if (!existsSync(path.join(hyphens, hiddenHyphens))) return existing({ at: hyphens, from: hyphens });
  return readdirSync(hyphens)
    .filter((name) => name !== hiddenHyphens)
    .map((name) => path.join(hyphens, name))
    .map((file) => ({ at: file, from: file }));
}

function fontMounts(root: string): readonly Mount[] {
  const at = (name: string) => path.join(fontSettings, name);
  if (!existsSync(at('fonts.conf'))) return [];
  return [
    ...['fonts.conf', 'conf.d'].flatMap((name) => existing({ at: at(name), from: at(name) })),
    { at: at('local.conf'), from: path.join(root, fontSubstitutes) },
    ...existing({ at: at('machine.conf'), from: at('local.conf') }),
  ];
}

/**
 * Some libraries in `paths` are links to links of Debian's alternatives system. Returns the mounts for the links of the
 * alternatives system.
 */
function alternatives(paths: View): readonly Mount[] {
  return paths
    .filter((at) => Object.values(libraries).includes(at) && existsSync(at))
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }).map((entry) => ({ folder, entry })))
    .filter(({ entry }) => entry.isSymbolicLink())
    .map(({ folder, entry }) => readlinkSync(`${folder}/${entry.name}`))
    .filter((target) => isBelow(target, '/etc/alternatives') && existsSync(target))
    .map((at) => ({ at, linkTo: readlinkSync(at) }));
}

/**
 * Follows links in the path `file`, and returns the mounted folder that contains the file. Returns undefined if no
 * mounted folder contains the file. `file` may be the path of a file that does not exist yet.
 */
export function mountContaining(file: string, mounts: readonly Mount[]): string | undefined {
  const real = realPath(path.resolve(file));
  return mounts
    .flatMap((one) => ('from' in one && existsSync(one.from) ? [one.from] : []))
    .find((from) => {
      const folder = realpathSync.native(from);
      return real === folder || real.startsWith(`${folder}/`);
    });
}

function realPath(file: string): string {
  if (existsSync(file) || path.dirname(file) === file) return realpathSync.native(file);
  return path.join(realPath(path.dirname(file)), path.basename(file));
}
