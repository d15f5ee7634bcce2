/** Thrown if a file is not written, because writing it would replace an existing file or follow a symbolic link. */
import { CommandError, exitStatus } from '../exit-status.ts';

export class KeptError extends CommandError {
  /** Describes the existing file or link. The whole message adds advice that only helps users of the command line. */
  readonly fact: string;

  constructor(fact: string, advice = '') {
    super(`${fact} ${advice}`.trimEnd(), exitStatus.kept);
    this.fact = fact;
  }
}
