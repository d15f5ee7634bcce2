/**
 * The locations that hostile files try to read: folders that are or might be visible in a sandbox, files in the
 * project's root, kernel files, and the server's data folder. In these locations, the test places canaries: files that
 * no conversion may read.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A folder of the host in which canary files are placed. */
interface SharedFolder {
  /** The path on the host. */
  host: string;
  /** The path that the folder has in a sandbox, if the folder is visible in sandboxes. */
  sandbox: string;
  /**
   * Whether programs that draw text open every file in the folder, because they look for fonts or font settings. In a
   * scanned folder, an opened canary file is not a fault.
   */
  scanned?: true;
}

const sameInSandbox = (folder: string): SharedFolder => ({ host: folder, sandbox: folder });
const projectFolder = (folder: string): SharedFolder => ({
  host: path.join(root, folder),
  sandbox: `${sandboxPaths.app}/${folder}`,
});

/**
 * The name of the folder for canary files. The test creates a folder with this name in each folder of `folders`, and
 * makes no other change there.
 */
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

/** Files in which the kernel describes processes and the machine. */
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

/** Paths in a location to which a hostile file refers: the path of a text file and the path of a picture. */
export interface Aim {
  text: string;
  picture: string;
}

/** A folder with canary files: its path on the host, and its path inside a sandbox. */
interface CanaryFolder {
  host: string;
  sandbox: string;
  scanned: boolean;
}

/** Returns the folder with the canary files of a location. */
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

/**
 * Returns whether `file` is in an overlay that test/hostile/alone has mounted. Writing a file in an overlay does not
 * change the real folder of the machine.
 */
export function isOverlaid(file: string): boolean {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return mounts.some((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4] ?? '/';
    return after.startsWith('overlay ') && after.includes('/srv/over/') && isBelow(point, file);
  });
}

const isBelow = (folder: string, file: string) => file.startsWith(`${folder}/`);

/** Returns the processor model and the boot ID of this machine, which no result may contain. */
export function kernelSecrets(): readonly string[] {
  const read = (file: string) => readFileSync(file, 'utf8');
  const model = /^model name\s*:\s*(.+)$/m.exec(read('/proc/cpuinfo'))?.[1];
  return [read(kernelFiles.boot).trim(), ...(model ? [model.trim()] : [])];
}

/** Strings that exist in the environment variables of sandboxed programs, but in no file. */
export const sandboxEnvironment = ['NODE_COMPILE_CACHE=', 'LANG=C.UTF-8'] as const;
