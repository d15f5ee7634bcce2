/**
 * Measures, from outside a sandbox, disk and memory usage that is not visible in folders: unlinked files and
 * files in memory.
 */
import { readdirSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { textOf } from './proc-file.ts';

const KB = 1024;
/**
 * Kernel memory of an empty file in a memory file system. The size of a file does not include the kernel memory that
 * the file uses.
 */
const inodeBytes = KB;
/** Matches the names of files that exist only in memory and never had a path. */
const inMemory = /^\/(?:memfd:|SYSV|dev\/zero \(deleted\)|anon_hugepage)/;

/** Mount points of the sandbox's private file systems in memory. */
const privateFolders = ['/tmp', '/dev/shm'];

export interface HiddenUsage {
  /** Disk space of unlinked files. */
  bytes: number;
  files: number;
  /** Size of files in memory that have no path, whether they are mapped or not. */
  memory: number;
  /** Usage of the sandbox's private file systems in memory, including unlinked files. */
  tmp: { bytes: number; files: number };
}

interface Found {
  bytes: number;
  memory: boolean;
}

/**
 * Returns the hidden disk and memory usage of the files that the processes `pids` have open. If `thoroughly` is true,
 * also counts files that the processes have mapped into memory. The sandbox's private file systems are measured as a
 * whole, through the process `first`, which has the sandbox's mounts.
 */
export function hiddenUsage(
  pids: readonly number[],
  { thoroughly, first }: { thoroughly: boolean; first: number | undefined },
): HiddenUsage {
  const tmp = { bytes: 0, files: 0 };
  const counted = new Set<number>();
  for (const folder of first === undefined ? [] : privateFolders) {
    const device = addUsage(folder, first ?? 0, tmp);
    if (device !== undefined) counted.add(device);
  }
  const found = new Map<string, Found>();
  const add = (file: string, named: () => string): boolean => {
    const stat = unlessGone(() => statSync(file));
    if (!stat) return false;
    if (stat.nlink > 0 || !stat.isFile() || counted.has(stat.dev)) return true;
    const key = `${stat.dev}:${stat.ino}`;
    if (!found.has(key)) found.set(key, { bytes: stat.blocks * 512, memory: inMemory.test(named()) });
    return true;
  };
  for (const pid of pids) {
    for (const fd of unlessGone(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      const link = `/proc/${pid}/fd/${fd}`;
      add(link, () => unlessGone(() => readlinkSync(link)) ?? '');
    }
    if (!thoroughly) continue;
    for (const { range, name, device, inode, bytes } of unnamedMappings(pid)) {
      if (add(`/proc/${pid}/map_files/${range}`, () => name)) continue;
      // If the server may not open a mapped file, it can still read how many bytes of the file are mapped.
      if (counted.has(device)) continue;
      const key = `${device}:${inode}`;
      const known = found.get(key);
      found.set(key, { bytes: Math.max(known?.bytes ?? 0, bytes), memory: inMemory.test(name) });
    }
  }
  const all = [...found.values()];
  const onDisk = all.filter(({ memory }) => !memory);
  return {
    bytes: sum(onDisk),
    files: onDisk.length,
    memory: sum(all.filter(({ memory }) => memory)),
    tmp,
  };
}

/**
 * Returns the anonymous memory of `pids` in bytes, including page tables. With `exactly`, memory that several
 * processes share is counted only once.
 */
export function anonymousMemory(pids: readonly number[], exactly: boolean): number {
  return pids.reduce((bytes, pid) => bytes + anonymousMemoryOf(pid, exactly), 0);
}

function anonymousMemoryOf(pid: number, exactly: boolean): number {
  const status = textOf(`/proc/${pid}/status`);
  const own = kilobytes(status, 'RssAnon') + kilobytes(status, 'VmSwap');
  const tables = kilobytes(status, 'VmPTE');
  if (!exactly) return own + tables;
  // Shared memory is counted only once, because the kernel divides its size among the processes that use it.
  const rollup = textOf(`/proc/${pid}/smaps_rollup`);
  return tables + (rollup === '' ? own : kilobytes(rollup, 'Pss_Anon') + kilobytes(rollup, 'SwapPss'));
}

/**
 * Adds the usage of the file system that the process `pid` sees at `folder`. Returns the device number of the file
 * system at `folder`. If the file system belongs to the machine, adds nothing and returns undefined.
 */
function addUsage(folder: string, pid: number, usage: { bytes: number; files: number }): number | undefined {
  return unlessGone(() => {
    const mountPoint = `/proc/${pid}/root${folder}`;
    const { type, blocks, bfree, bsize, files, ffree } = statfsSync(mountPoint);
    const { dev } = statSync(mountPoint);
    // Before its sandbox is set up, a process still sees the machine's file systems.
    if (type !== tmpfs || dev === unlessGone(() => statSync(folder))?.dev) return undefined;
    usage.bytes += (blocks - bfree) * bsize + (files - ffree) * inodeBytes;
    usage.files += files - ffree;
    return dev;
  });
}

const tmpfs = 0x01021994;

interface Mapping {
  range: string;
  name: string;
  device: number;
  inode: string;
  bytes: number;
}

const mapping = /^([\da-f]+)-([\da-f]+) \S+ [\da-f]+ ([\da-f]+):([\da-f]+) (\d+) +(\/.* \(deleted\))$/gm;

/**
 * Returns the mapped parts of unlinked files. Omits system files, because the old libraries of a program are unlinked
 * if the program is updated while it runs.
 */
function unnamedMappings(pid: number): Mapping[] {
  return [...textOf(`/proc/${pid}/maps`).matchAll(mapping)]
    .map(([, from = '', to = '', major = '', minor = '', inode = '', name = '']) => ({
      range: `${from}-${to}`,
      name,
      device: deviceOf(Number.parseInt(major, 16), Number.parseInt(minor, 16)),
      inode,
      bytes: Number.parseInt(to, 16) - Number.parseInt(from, 16),
    }))
    .filter(({ name }) => !/^\/(?:usr|lib\w*|app)\//.test(name));
}

/** Returns the device number as in stat(2). */
function deviceOf(major: number, minor: number): number {
  return (minor & 0xff) + (major & 0xfff) * 0x100 + (minor >>> 8) * 0x100000;
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KB;
}

const sum = (all: readonly Found[]) => all.reduce((total, { bytes }) => total + bytes, 0);

/** Returns the result of `work`, or undefined if the process has exited or may not be inspected. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
