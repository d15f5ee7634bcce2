/** The places where canaries are laid: outside of every box, and wherever a box shows or might show something. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxPaths } from '@protean/engines/runtime/sandbox-paths.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A folder of the machine that gets canaries. */
interface SharedFolder {
  /** On the host. */
  host: string;
  /** Where a box shows it, if it does. */
  box: string;
  /** It is scanned by what draws text: that a file in it was opened says nothing. */
  scanned?: true;
}

const same = (folder: string): SharedFolder => ({ host: folder, box: folder });
const ours = (folder: string): SharedFolder => ({
  host: path.join(root, folder),
  box: `${sandboxPaths.app}/${folder}`,
});

/** Each gets a folder of this name, so that nothing that was there is changed. */
const ownFolder = 'protean-canaries';

const folders = {
  'local-share': same('/usr/local/share'),
  'usr-share': same('/usr/share'),
  'usr-lib': same('/usr/lib'),
  libraries: same('/usr/lib/libreoffice'),
  'engine-data': same('/usr/share/pandoc'),
  fonts: { ...same('/usr/share/fonts'), scanned: true },
  etc: same('/etc'),
  'font-settings': { ...same('/etc/fonts/conf.d'), scanned: true },
  packages: ours('packages/server'),
  engines: ours('packages/engines'),
  modules: ours('node_modules'),
} as const satisfies Record<string, SharedFolder>;

/** Files of the project's root that stand for secrets. */
const rootFiles = { environment: '.env', lock: 'package-lock.json' } as const;

/** What the kernel tells in files. */
const kernelFiles = {
  environ: '/proc/self/environ',
  'environ-of-1': '/proc/1/environ',
  mounts: '/proc/self/mountinfo',
  command: '/proc/self/cmdline',
  processor: '/proc/cpuinfo',
  boot: '/proc/sys/kernel/random/boot_id',
} as const;

export type FolderPlace = keyof typeof folders;
export type RootPlace = keyof typeof rootFiles;
export type KernelPlace = keyof typeof kernelFiles;
export type Place = FolderPlace | RootPlace | KernelPlace | 'server-data';

export const folderPlaces = Object.keys(folders) as FolderPlace[];
export const rootPlaces = Object.keys(rootFiles) as RootPlace[];
export const kernelPlaces = Object.keys(kernelFiles) as KernelPlace[];
export const places: readonly Place[] = [...folderPlaces, ...rootPlaces, ...kernelPlaces, 'server-data'];

/** What a file names when it aims at a place. */
export interface Aim {
  text: string;
  picture: string;
}

/** Where canaries are laid, and how the same is called from within a box. */
interface CanaryFolder {
  host: string;
  box: string;
  scanned: boolean;
}

/** The folder on the host in which the canaries of a place lie, and its name in a box. */
export function canaryFolder(place: FolderPlace): CanaryFolder {
  const folder: SharedFolder = folders[place];
  return {
    host: path.join(folder.host, ownFolder),
    box: path.join(folder.box, ownFolder),
    scanned: folder.scanned ?? false,
  };
}

export function rootFile(place: RootPlace): { host: string; box: string } {
  return { host: path.join(root, rootFiles[place]), box: `${sandboxPaths.app}/${rootFiles[place]}` };
}

export const isFolderPlace = (place: Place): place is FolderPlace => place in folders;
export const isKernelPlace = (place: Place): place is KernelPlace => place in kernelFiles;

export function kernelFile(place: KernelPlace): string {
  return kernelFiles[place];
}

/** Whether what is written below `file` is written to this run's own layer, and not to the machine's folder. */
export function isOverlaid(file: string): boolean {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return mounts.some((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4] ?? '/';
    return after.startsWith('overlay ') && after.includes('/srv/over/') && isBelow(point, file);
  });
}

const isBelow = (folder: string, file: string) => file.startsWith(`${folder}/`);

/** What the kernel says of this machine and boot, as no result should repeat it. */
export function kernelFacts(): readonly string[] {
  const read = (file: string) => readFileSync(file, 'utf8');
  const model = /^model name\s*:\s*(.+)$/m.exec(read('/proc/cpuinfo'))?.[1];
  return [read(kernelFiles.boot).trim(), ...(model ? [model.trim()] : [])];
}

/** In the environment that a box gives its programs, and in no file. */
export const boxEnvironment = ['NODE_COMPILE_CACHE=', 'LANG=C.UTF-8'] as const;
