/** Ends a runner with a known reason why the file cannot be converted. */
import { refusalLine, type Reason } from '../../contract/reasons.ts';

/** Ends the runner with `reason`. `feature` is the missing feature for the reason `unsupported_feature`. */
export function refuse(reason: Reason, feature?: string): never {
  process.stderr.write(`${refusalLine({ reason, ...(feature === undefined ? {} : { feature }) })}\n`);
  process.exit(1);
}
