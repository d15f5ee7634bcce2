/** Measures how much folders hold, without following links, and stops as soon as it is too much. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

export interface FolderUsage {
  bytes: number;
  files: number;
}

/** Closed to us, or deeper than a path can be: what lies there cannot be measured, and may be any amount. */
const uncountable: readonly string[] = ['EACCES', 'ENAMETOOLONG', 'ELOOP'];

/** Bytes on disk and entries below `dirs`; stops counting once a bound of `max` is exceeded. */
export async function folderUsage(dirs: readonly string[], max: FolderUsage): Promise<FolderUsage> {
  const usage: FolderUsage = { bytes: 0, files: 0 };
  const open = [...dirs];
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    const entries = await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (uncountable.includes(error.code ?? '')) usage.files = Infinity;
      return [];
    });
    for (const entry of entries) {
      usage.files += 1;
      if (usage.bytes > max.bytes || usage.files > max.files) return usage;
      const file = path.join(dir, entry.name);
      if (entry.isDirectory()) open.push(file);
      else usage.bytes += await bytesOnDisk(file);
    }
  }
  return usage;
}

// Blocks rather than length: the holes of a sparse file take no space.
async function bytesOnDisk(file: string): Promise<number> {
  try {
    return (await lstat(file)).blocks * 512;
  } catch {
    return 0;
  }
}
