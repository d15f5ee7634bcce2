/**
 * Provides the features that need the server's package. Used if `protean` runs in a checkout of the repository. The npm
 * package that `script/pack` builds uses `packed.ts` instead.
 */
import { readFile } from 'node:fs/promises';
import type { Tool } from '@modelcontextprotocol/server';
import type { Converter } from './converter.ts';
import type { Local, LocalCommand, LocalServer } from './local.ts';

/** The exports of `packages/server/src/commands/index.ts`. */
interface LocalCommands<Row extends LocalCommand = LocalCommand> {
  commands: readonly Row[];
  /** Runs the command. Returns the exit status. */
  runCommand(command: Row, args: string[]): Promise<number>;
  openLocalConverter(cacheFolder: string): Promise<Converter>;
  openLocalServer(signal: AbortSignal): Promise<LocalServer>;
}

export function findLocal(): Local {
  const commands = new URL('../../server/src/commands/index.ts', import.meta.url);
  const tools = new URL('../../server/src/mcp/tools.json', import.meta.url);
  // Imports the server's package only if a command needs it, because the package is not a dependency of the command
  // line.
  const load = async () => (await import(commands.href)) as LocalCommands;
  return {
    converts: true,
    commands: async () => (await load()).commands,
    run: async (name, args) => {
      const server = await load();
      const command = server.commands.find((known) => known.name === name);
      return command && server.runCommand(command, args);
    },
    openConverter: async (cacheFolder) => (await load()).openLocalConverter(cacheFolder),
    openServer: async (signal) => (await load()).openLocalServer(signal),
    listTools: async () => JSON.parse(await readFile(tools, 'utf8')) as Tool[],
  };
}
