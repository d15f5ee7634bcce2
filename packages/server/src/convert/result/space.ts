/** Checks the disk after a run: on a full disk neither a failure nor a result can be trusted. */
import { overloaded } from '../../errors.ts';
import { freeBytes } from '../../kit/disk.ts';
import type { RunOutcome } from '../../sandbox/sandbox-process.ts';

/** With less free space, something has probably not been written. */
const minFreeBytes = 256 * 1024;

/** Throws 503 `disk_full` where the run was ended for lack of space, or the disk of `dir` is all but full. */
export function checkSpace(dir: string, { ending, stderr }: RunOutcome): void {
  if (ending === 'disk_full')
    throw overloaded('disk_full', new Error(`ended for lack of disk space: ${stderr}`));
  const free = freeBytes(dir);
  if (free < minFreeBytes) throw overloaded('disk_full', new Error(`${free} bytes are left after a run`));
}
