/** Ends a runner whose file cannot be converted for one of the known reasons. */
import type { Reason } from './reasons.ts';

export function refuse(reason: Reason): never {
  process.stderr.write(`protean-reason: ${reason}\n`);
  process.exit(1);
}
