/** Exit statuses of the data runners: 1 for a faulty file, `runnerFaultStatus` for an internal error. */
import { runnerFaultStatus, type Step } from '../../contract/engine.ts';
import { RefusedError } from '../../contract/reasons.ts';
import { refuse } from '../../shared/runner/refuse.ts';
import { forgetNotes, tellNotes } from './values/noted.ts';
import { InvalidData } from './values/value.ts';

/**
 * Runs a conversion and writes its warnings. On an error, writes one line to standard error and sets the exit status.
 */
export async function withExitStatus(
  step: Pick<Step, 'outputDir' | 'to'>,
  convert: () => Promise<void>,
): Promise<void> {
  forgetNotes();
  try {
    await convert();
    tellNotes(step);
  } catch (error) {
    if (error instanceof RefusedError) refuse(error.reason, error.feature);
    process.stderr.write(`${String((error as Error).message).split('\n', 1)[0]}\n`);
    // A RangeError means that a string would exceed the maximum length.
    process.exitCode = error instanceof InvalidData || error instanceof RangeError ? 1 : runnerFaultStatus;
  }
}

/** Returns the result of `read`. Any error in `read`, including a stack overflow, becomes an {@link InvalidData}. */
export async function readable<Found>(format: string, read: () => Found | Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new InvalidData(`not valid ${format}: ${(error as Error).message}`, { cause: error });
  }
}
