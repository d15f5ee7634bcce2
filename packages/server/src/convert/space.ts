/** Whether what a run left can be believed: on a full disk neither its failure nor its result can. */
import { overloaded } from '../errors.ts';
import { freeBytes } from '../kit/disk.ts';
import type { RunOutcome } from '../sandbox/sandbox-process.ts';

/** With less left, something has probably not been written. */
const minFreeBytes = 256 * 1024;

/** Throws 503 `disk_full` where the run was ended for want of room, or the disk of `dir` is as good as full. */
export async function checkSpace(dir: string, { ending, stderr }: RunOutcome): Promise<void> {
  if (ending === 'disk_full') throw overloaded('disk_full', new Error(`ended for room: ${stderr}`));
  const free = await freeBytes(dir);
  if (free < minFreeBytes) throw overloaded('disk_full', new Error(`${free} bytes are left after a run`));
}
