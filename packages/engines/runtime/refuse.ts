/** How a host ends when the file cannot be converted for a reason that has a name. */
import type { Reason } from './reasons.ts';

export function refuse(reason: Reason): never {
  process.stderr.write(`protean-reason: ${reason}\n`);
  process.exit(1);
}
