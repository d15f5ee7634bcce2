/** What a subcommand of `protean` is, and its errors. */
export interface Command {
  name: string;
  usage: string;
  /** One sentence, for the usage. */
  description: string;
  /** Imports the command's modules, which are loaded only when it is run. */
  load(): Promise<Run>;
}

/** Runs with the arguments after the command's name; resolves to the exit status. */
export type Run = (args: string[]) => Promise<number>;

/** A mistake of the user: shown without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}
