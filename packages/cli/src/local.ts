/** What a checkout adds: converting on this machine, and the commands of whoever runs a server. */
import { existsSync } from 'node:fs';
import type { Converter } from './converter.ts';
import { CommandError, exitStatus } from './exit-status.ts';

/** A command of the server's package, which reads its own words. */
export interface LocalCommand {
  name: string;
  description: string;
}

/** What `packages/server/src/commands/index.ts` exports. */
export interface LocalCommands<Row extends LocalCommand = LocalCommand> {
  commands: readonly Row[];
  /** Answers the exit status. */
  runCommand(command: Row, words: string[]): Promise<number>;
  openLocalConverter(): Promise<Converter>;
}

export interface Local {
  /** Whether there is a checkout around the command line. */
  present: boolean;
  /** None where there is no checkout. */
  commands(): Promise<readonly LocalCommand[]>;
  /** Answers the exit status; undefined where there is no such command. */
  run(name: string, words: string[]): Promise<number | undefined>;
  /** Throws `CommandError` where there is no checkout. */
  openConverter(): Promise<Converter>;
}

export function findLocal(): Local {
  const commands = new URL('../../server/src/commands/index.ts', import.meta.url);
  const present = existsSync(commands);
  // A name that is known only now, so that the command line can be packed without the server.
  const load = async () => (await import(commands.href)) as LocalCommands;
  return {
    present,
    commands: async () => (present ? (await load()).commands : []),
    run: async (name, words) => {
      const server = present ? await load() : undefined;
      const command = server?.commands.find((known) => known.name === name);
      return command && server?.runCommand(command, words);
    },
    openConverter: async () => {
      if (!present) {
        throw new CommandError(
          'There are no engines here to convert with. Name a server with --server or PROTEAN_SERVER.',
          exitStatus.noServer,
        );
      }
      return (await load()).openLocalConverter();
    },
  };
}
