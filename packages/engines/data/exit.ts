/** How the hosts of our own codecs end: with status 1 where the file is at fault, with one of its own where we are. */
import { runnerFaultStatus } from '../runtime/engine.ts';
import { InvalidData } from './value.ts';

/** Carries out a conversion; what goes wrong is said in one line, and in the status that the process will end with. */
export async function withExitStatus(convert: () => Promise<void>): Promise<void> {
  try {
    await convert();
  } catch (error) {
    process.stderr.write(`${String((error as Error).message).split('\n', 1)[0]}\n`);
    // A RangeError says that a text became longer than texts can be.
    process.exitCode = error instanceof InvalidData || error instanceof RangeError ? 1 : runnerFaultStatus;
  }
}

/** What `read` finds in a file of `format`; whatever it throws, the stack's end included, it is the file that made it. */
export async function readable<Found>(format: string, read: () => Found | Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    throw new InvalidData(`not valid ${format}: ${(error as Error).message}`, { cause: error });
  }
}
