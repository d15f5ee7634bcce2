/** Checks the disk after a run. A full disk can make a run fail, or can truncate the result of the run. */
import { overloaded } from '../../errors.ts';
import { freeBytes } from '../../kit/disk.ts';
import type { RunOutcome } from '../../sandbox/sandbox-process.ts';

/** Free space in bytes below which a write has probably failed. */
const minFreeBytes = 256 * 1024;

/** Throws 503 `disk_full` if the run was stopped for lack of space, or if the disk of `dir` is nearly full. */
export function checkSpace(dir: string, { ending, stderr }: RunOutcome): void {
  if (ending === 'disk_full')
    throw overloaded('disk_full', new Error(`ended for lack of disk space: ${stderr}`));
  const free = freeBytes(dir);
  if (free < minFreeBytes) throw overloaded('disk_full', new Error(`${free} bytes are left after a run`));
}
