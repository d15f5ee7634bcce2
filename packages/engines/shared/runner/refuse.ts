/** Ends a runner if its file cannot be converted for a known reason. */
import { refusalLine, type Reason } from '../../contract/reasons.ts';

/** `feature` is the name for the reason `unsupported_feature`. */
export function refuse(reason: Reason, feature?: string): never {
  process.stderr.write(`${refusalLine({ reason, ...(feature === undefined ? {} : { feature }) })}\n`);
  process.exit(1);
}
