/** The locations of canaries: outside of every sandbox, and in all folders that a sandbox shows or might show. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A folder of the host in which canaries are placed. */
interface SharedFolder {
  /** The path on the host. */
  host: string;
  /** The path in a sandbox that shows the folder, if one does. */
  sandbox: string;
  /** Whether programs that draw text scan the folder. Opening a file in it is then no evidence. */
  scanned?: true;
}

const sameInSandbox = (folder: string): SharedFolder => ({ host: folder, sandbox: folder });
const projectFolder = (folder: string): SharedFolder => ({
  host: path.join(root, folder),
  sandbox: `${sandboxPaths.app}/${folder}`,
});

/** The name of the folder created in each location, so that existing files do not change. */
const ownFolder = 'protean-canaries';

const folders = {
  'local-share': sameInSandbox('/usr/local/share'),
  'usr-share': sameInSandbox('/usr/share'),
  'usr-lib': sameInSandbox('/usr/lib'),
  libraries: sameInSandbox('/usr/lib/libreoffice'),
  'engine-data': sameInSandbox('/usr/share/pandoc'),
  fonts: { ...sameInSandbox('/usr/share/fonts'), scanned: true },
  etc: sameInSandbox('/etc'),
  'font-settings': { ...sameInSandbox('/etc/fonts/conf.d'), scanned: true },
  packages: projectFolder('packages/server'),
  engines: projectFolder('packages/engines'),
  modules: projectFolder('node_modules'),
} as const satisfies Record<string, SharedFolder>;

/** Files in the project's root that an attacker would read for secrets. */
const rootFiles = { environment: '.env', lock: 'package-lock.json' } as const;

/** Kernel information in files. */
const kernelFiles = {
  environ: '/proc/self/environ',
  'environ-of-1': '/proc/1/environ',
  mounts: '/proc/self/mountinfo',
  command: '/proc/self/cmdline',
  processor: '/proc/cpuinfo',
  boot: '/proc/sys/kernel/random/boot_id',
} as const;

export type FolderLocation = keyof typeof folders;
export type RootLocation = keyof typeof rootFiles;
export type KernelLocation = keyof typeof kernelFiles;
export type Location = FolderLocation | RootLocation | KernelLocation | 'server-data';

export const folderLocations = Object.keys(folders) as FolderLocation[];
export const rootLocations = Object.keys(rootFiles) as RootLocation[];
export const kernelLocations = Object.keys(kernelFiles) as KernelLocation[];
export const locations: readonly Location[] = [
  ...folderLocations,
  ...rootLocations,
  ...kernelLocations,
  'server-data',
];

/** The paths that a file names to reach a location. */
export interface Aim {
  text: string;
  picture: string;
}

/** Where canaries are created, and their path inside a sandbox. */
interface CanaryFolder {
  host: string;
  sandbox: string;
  scanned: boolean;
}

/** The host folder with the canaries of a location, and its name in a sandbox. */
export function canaryFolder(location: FolderLocation): CanaryFolder {
  const folder: SharedFolder = folders[location];
  return {
    host: path.join(folder.host, ownFolder),
    sandbox: path.join(folder.sandbox, ownFolder),
    scanned: folder.scanned ?? false,
  };
}

export function rootFile(location: RootLocation): { host: string; sandbox: string } {
  return {
    host: path.join(root, rootFiles[location]),
    sandbox: `${sandboxPaths.app}/${rootFiles[location]}`,
  };
}

export const isFolderLocation = (location: Location): location is FolderLocation => location in folders;
export const isKernelLocation = (location: Location): location is KernelLocation => location in kernelFiles;

export function kernelFile(location: KernelLocation): string {
  return kernelFiles[location];
}

/** Whether this run's overlay receives writes to `file`, so that the machine's folder does not change. */
export function isOverlaid(file: string): boolean {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return mounts.some((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4] ?? '/';
    return after.startsWith('overlay ') && after.includes('/srv/over/') && isBelow(point, file);
  });
}

const isBelow = (folder: string, file: string) => file.startsWith(`${folder}/`);

/** The kernel's data about this machine and boot, which no result should contain. */
export function kernelSecrets(): readonly string[] {
  const read = (file: string) => readFileSync(file, 'utf8');
  const model = /^model name\s*:\s*(.+)$/m.exec(read('/proc/cpuinfo'))?.[1];
  return [read(kernelFiles.boot).trim(), ...(model ? [model.trim()] : [])];
}

/** Text that exists only in the environment of a sandbox's programs, and in no file. */
export const sandboxEnvironment = ['NODE_COMPILE_CACHE=', 'LANG=C.UTF-8'] as const;
