/** What a subcommand of `protean` is. */
import type { Surroundings } from './config.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Local } from './local.ts';
import type { Flag, Words } from './arguments.ts';

export interface Command {
  name: string;
  /** The words after the name, one line for each way to write them. */
  synopsis: readonly string[];
  /** One sentence for the list of commands. */
  description: string;
  flags?: readonly Flag[];
  /** Whether words that begin with `--` may be options of a conversion. */
  takesOptions?: boolean;
  /** Its code is loaded only when it runs. */
  load(): Promise<Run>;
}

/** What a command works with. */
export interface Context {
  /** As they were typed, for a command that reads them itself. */
  typed: readonly string[];
  words: Words;
  surroundings: Surroundings;
  /** Those that need no checkout. */
  commands: readonly Command[];
  local: Local;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
}

export type Run = (context: Context) => Promise<ExitStatus>;
