/** Thrown if a file is not written, because writing it would replace an existing file or follow a symbolic link. */
import { CommandError, exitStatus } from '../exit-status.ts';

export class KeptError extends CommandError {
  /** Message about the existing file or link, without advice for the command line. */
  readonly fact: string;

  constructor(fact: string, advice = '') {
    super(`${fact} ${advice}`.trimEnd(), exitStatus.kept);
    this.fact = fact;
  }
}
