/** What a subcommand of `protean` is. */
export interface Command {
  name: string;
  usage: string;
  /** One sentence for the list of commands. */
  description: string;
  /** What it is made of is loaded only when it is run: nobody who lists accounts waits for a server. */
  load(): Promise<Run>;
}

/** Does what these words ask for; returns the exit status. */
export type Run = (words: string[]) => Promise<number>;

/** Something the person at the keyboard can put right: shown without a stack. */
export class UsageError extends Error {
  override name = 'Mistake';
}
