/** The command line in a checkout, with the server's package beside it; the packed one has `packed.ts` in its place. */
import type { Converter } from './converter.ts';
import type { Local, LocalCommand, LocalServer } from './local.ts';

/** What `packages/server/src/commands/index.ts` exports. */
interface LocalCommands<Row extends LocalCommand = LocalCommand> {
  commands: readonly Row[];
  /** Answers the exit status. */
  runCommand(command: Row, words: string[]): Promise<number>;
  openLocalConverter(): Promise<Converter>;
  openLocalServer(): Promise<LocalServer>;
}

export function findLocal(): Local {
  const commands = new URL('../../server/src/commands/index.ts', import.meta.url);
  // Loaded when it is needed: the command line depends on the server at run time alone.
  const load = async () => (await import(commands.href)) as LocalCommands;
  return {
    converts: true,
    commands: async () => (await load()).commands,
    run: async (name, words) => {
      const server = await load();
      const command = server.commands.find((known) => known.name === name);
      return command && server.runCommand(command, words);
    },
    openConverter: async () => (await load()).openLocalConverter(),
    openServer: async () => (await load()).openLocalServer(),
  };
}
