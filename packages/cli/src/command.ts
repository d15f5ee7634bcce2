/** The interface of a subcommand of `protean`. */
import type { Surroundings } from './config.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Local } from './local.ts';
import type { Flag, Arguments } from './arguments.ts';

/** Headings under which the help groups the commands, in the order of the help. */
export const tasks = {
  convert: 'Convert files',
  server: 'Use a server',
  agents: 'Serve agents',
  machine: 'Run and check Protean on this machine',
  shell: 'Set up the shell',
} as const;

export interface Command {
  name: string;
  task: keyof typeof tasks;
  /** Arguments after the command's name, one line for each way to call the command. */
  synopsis: readonly string[];
  /** One sentence for the list of commands. */
  description: string;
  flags?: readonly Flag[];
  /** Whether arguments that begin with `--` may be conversion options. */
  takesOptions?: boolean;
  /** Loads the code of the command when the command runs. */
  load(): Promise<Run>;
}

/** Context of a running command. */
export interface Context {
  /** Unparsed arguments, for a command that parses them itself. */
  typed: readonly string[];
  args: Arguments;
  surroundings: Surroundings;
  /** The commands that work without a checkout of the repository. */
  commands: readonly Command[];
  local: Local;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

export type Run = (context: Context) => Promise<ExitStatus>;
