/** The interface of a subcommand of `protean`, and its errors. */
export interface Command {
  name: string;
  usage: string;
  /** One sentence for the usage text. */
  description: string;
  /** Imports the command's modules, which are loaded only when the command runs. */
  load(): Promise<Run>;
}

/** The function receives the arguments after the command's name. Runs the command, and resolves to the exit status. */
export type Run = (args: string[]) => Promise<number>;

/** A usage error, which is shown without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}
