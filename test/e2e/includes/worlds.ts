/** Servers that see the same names below /usr and different things under them: a file with a canary in it, nothing, and more. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canaryColour } from '../../hostile/fixtures.ts';
import { plainPng } from '../../hostile/bytes/png.ts';
import { svg } from '../../hostile/bytes/svg.ts';
import { startService, type Service } from '../../support/service.ts';

/** A text that is nowhere but in the canaries. */
export const secret = 'canary7f3a1c55e2';

/** Folders that the box shows and that no engine needs. */
export const places = ['/usr/local/share', '/usr/share/doc'] as const;

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

/** What is under a name of a canary, as a shell makes it of `$1`, the canary. */
const kinds = {
  present: 'cat "$1" > "$2"',
  missing: ':',
  directory: 'mkdir "$2"',
  endless: 'ln -s /dev/zero "$2"',
  unreadable: 'cat "$1" > "$2"; chmod 0 "$2"',
} as const;

export type World = keyof typeof kinds;
const worldNames = Object.keys(kinds) as World[];

export interface Worlds {
  services: ReadonlyMap<World, Service>;
  close(): Promise<void>;
}

/** Starts one server a world, each in a mount namespace of its own. */
export async function openWorlds(names: readonly World[] = worldNames): Promise<Worlds> {
  const folder = await mkdtemp(path.join(tmpdir(), 'protean-canaries-'));
  await mkdir(path.join(folder, 'shown'));
  for (const [ext, content] of Object.entries(contents)) {
    await writeFile(path.join(folder, 'shown', `canary.${ext}`), content);
  }
  const started = await Promise.allSettled(names.map((name) => startService({}, namespace(folder, name))));
  const services = new Map<World, Service>();
  started.forEach((one, n) => {
    const name = names[n];
    if (one.status === 'fulfilled' && name) services.set(name, one.value);
  });
  const close = async () => {
    await Promise.all([...services.values()].map((service) => service.close()));
    await rm(folder, { recursive: true, force: true });
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return { services, close };
}

/** The folders are covered where only this server and its boxes see it. */
function namespace(folder: string, world: World): string[] {
  const lay = `lay() { ${kinds[world]}; }
for place in ${places.join(' ')}; do
  mount -t tmpfs -o mode=0755 canaries "$place" || exit
  for canary in "${folder}"/shown/*; do lay "$canary" "$place/\${canary##*/}"; done
done
exec "$@"`;
  return ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '/bin/sh', '-c', lay, 'sh'];
}
