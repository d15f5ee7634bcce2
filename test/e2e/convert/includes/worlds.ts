/**
 * Starts servers in different worlds. In each world, a server finds different content at the same paths: a canary (a
 * file with a secret string), no file, a directory, or a file that is endless or unreadable. The paths of the canaries
 * are visible in the sandbox, so only the engine's own sandbox and filters can prevent reads. Another server runs
 * engines without their own sandbox, so only the sandbox's view (its read-only mounts) can prevent reads.
 */
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canaryColour } from '../../../hostile/fixtures.ts';
import { plainPng } from '../../../hostile/bytes/png.ts';
import { svg } from '../../../hostile/bytes/svg.ts';
import { startService, type Service } from '../../../support/server/service.ts';

/** A secret string. Only the canary files contain this string. */
export const secret = 'canary7f3a1c55e2';

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const pandocData = '/usr/share/pandoc';
const ownFolder = 'protean-canaries';

/**
 * Folders with canaries (files with a secret string). The first folder is visible in every sandbox, and the second
 * folder in pandoc's sandbox.
 */
export const places = [`${libraries}/${ownFolder}`, `${pandocData}/${ownFolder}`] as const;

/** A folder with canaries (files with a secret string) that no sandbox can see. */
export const hidden = '/usr/local/share';

const line = `${secret}\n`;
const page = `<html><body><p>${secret}</p></body></html>`;
const contents: Readonly<Record<string, string | Buffer>> = {
  txt: line,
  tex: line,
  rst: line,
  csv: `${secret},b\n1,2\n`,
  css: `p::before { content: "${secret}" }\n`,
  html: page,
  xml: `<p>${secret}</p>`,
  bib: `@book{a, title = {${secret}}, author = {B}, year = 2000}\n`,
  png: plainPng(64, 64, canaryColour),
  svg: svg(`<text y="20">${secret}</text>`),
};

/** Functions that create the content at the path of a canary (a file with a secret string), by kind of content. */
const kinds = {
  present: (file, content) => writeFile(file, content),
  missing: async () => {},
  directory: (file) => mkdir(file).then(() => undefined),
  endless: (file) => symlink('/dev/zero', file),
  unreadable: async (file, content) => {
    await writeFile(file, content);
    await chmod(file, 0);
  },
} as const satisfies Record<string, (file: string, content: string | Buffer) => Promise<void>>;

export type World = keyof typeof kinds;

export interface Worlds {
  services: ReadonlyMap<World, Service>;
  close(): Promise<void>;
}

/**
 * Starts a server for each world. Each server has its own mount namespace, in which the paths of the canaries have
 * different content.
 */
export async function openWorlds(worlds: readonly World[]): Promise<Worlds> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-canaries-'));
  const services = new Map<World, Service>();
  const close = async () => {
    await Promise.all([...services.values()].map((service) => service.close()));
    await rm(folder, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(
    worlds.map(async (name) => services.set(name, await startWorld(path.join(folder, name), name))),
  );
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return { services, close };
}

async function startWorld(folder: string, world: World): Promise<Service> {
  await layCanaries(folder, world);
  return startService({}, namespace(layers(folder)));
}

/**
 * Branches of a shell `case` statement. The branches remove or replace the arguments that enable a program's own
 * sandbox.
 */
const ownSandboxes: Readonly<Record<string, string>> = {
  pandoc: '--sandbox) ;;',
  asciidoctor: 'secure) set -- "$@" unsafe ;; /job) set -- "$@" / ;;',
  gs: '-dSAFER) set -- "$@" -dNOSAFER ;;',
};

/**
 * Starts a server whose engines run without their own sandboxes. Writes canaries (files with a secret string) to
 * `folder`, which the caller must delete.
 */
export async function startUnguarded(folder: string): Promise<Service> {
  await layCanaries(folder, 'present');
  const exchanges: string[] = [];
  for (const [program, changes] of Object.entries(ownSandboxes)) {
    const own = `/usr/bin/${program}`;
    await copyFile(own, path.join(folder, 'libraries', ownFolder, program));
    const wrapper = path.join(folder, program);
    const change = `for word; do shift; case $word in ${changes} *) set -- "$@" "$word" ;; esac; done`;
    await writeFile(wrapper, `#!/bin/sh\n${change}\nexec ${places[0]}/${program} "$@"\n`, { mode: 0o755 });
    exchanges.push(`mount --bind ${wrapper} ${own}`);
  }
  return startService({}, namespace([...layers(folder), ...exchanges]));
}

async function layCanaries(folder: string, world: World): Promise<void> {
  for (const layer of ['libraries', 'data', 'hidden']) {
    const canaries = layer === 'hidden' ? path.join(folder, layer) : path.join(folder, layer, ownFolder);
    await mkdir(canaries, { recursive: true });
    for (const [ext, content] of Object.entries(contents))
      await kinds[world](path.join(canaries, `canary.${ext}`), content);
  }
}

/** Returns the commands that mount the canaries (files with a secret string) into the machine's folders. */
const layers = (folder: string): readonly string[] => [
  ...[
    ['libraries', libraries],
    ['data', pandocData],
  ].map(([layer, over]) => `mount -t overlay -o lowerdir=${folder}/${layer}:${over} canaries ${over}`),
  `mount --bind ${folder}/hidden ${hidden}`,
];

/**
 * Returns the command prefix that runs a program with `mounts`. Processes outside the command's mount namespace do not
 * see the mounts of the command.
 */
function namespace(mounts: readonly string[]): string[] {
  const script = [...mounts, 'exec "$@"'].join(' && ');
  return ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '/bin/sh', '-c', script, 'sh'];
}
