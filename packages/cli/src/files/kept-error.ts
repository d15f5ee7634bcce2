/** Thrown if a file is not written, because writing it would replace an existing file or follow a symbolic link. */
import { CommandError, exitStatus } from '../exit-status.ts';

export class KeptError extends CommandError {
  /** The part of the message that describes the existing file or link. The advice is only for the command line. */
  readonly fact: string;

  constructor(fact: string, advice = '') {
    super(`${fact} ${advice}`.trimEnd(), exitStatus.kept);
    this.fact = fact;
  }
}
