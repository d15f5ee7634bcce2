/** Ends a runner whose file cannot be converted for one of the known reasons. */
import { refusalLine, type Reason } from '../../contract/reasons.ts';

/** `feature` names what an `unsupported_feature` is. */
export function refuse(reason: Reason, feature?: string): never {
  process.stderr.write(`${refusalLine({ reason, ...(feature === undefined ? {} : { feature }) })}\n`);
  process.exit(1);
}
