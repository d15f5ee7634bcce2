/** What a subcommand of `protean` is. */
export interface Command {
  name: string;
  usage: string;
  /** One sentence for the list of commands. */
  says: string;
  /** The exit status. */
  run(args: string[]): Promise<number>;
}

/** Something the person at the keyboard can put right: shown without a stack. */
export class Mistake extends Error {
  override name = 'Mistake';
}
