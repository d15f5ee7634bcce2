/** Measures the size of folders without following links. Stops as soon as a limit is exceeded. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

export interface FolderUsage {
  bytes: number;
  files: number;
}

/**
 * Error codes for folders that cannot be read, or that have a path that is too long. A folder that cannot be read
 * cannot be measured, so its content may have any size.
 */
const uncountable: readonly string[] = ['EACCES', 'ENAMETOOLONG', 'ELOOP'];

/**
 * Returns the bytes on disk and the number of entries below `dirs`. Stops counting when a limit in `max` is exceeded.
 */
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

// Counts blocks instead of the length, because holes in a sparse file use no disk space.
async function bytesOnDisk(file: string): Promise<number> {
  try {
    return (await lstat(file)).blocks * 512;
  } catch {
    return 0;
  }
}
