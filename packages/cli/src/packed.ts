/** The command line by itself, as it is packed: what needs the server and its engines says so in one line. */
import { CommandError, exitStatus } from './exit-status.ts';
import type { Local } from './local.ts';

/** The commands that a checkout has besides; a test compares them with the server's. */
export const checkoutCommands: readonly string[] = ['serve', 'doctor', 'compile', 'routes', 'admin'];

export function findLocal(): Local {
  return {
    converts: false,
    commands: () => Promise.resolve([]),
    run: (name) => {
      if (!checkoutCommands.includes(name)) return Promise.resolve(undefined);
      process.stderr.write(
        `protean ${name} needs the server and its engines, which come with a checkout of Protean.\n`,
      );
      return Promise.resolve(exitStatus.usage);
    },
    openConverter: () => Promise.reject(noEngines()),
    openServer: () => Promise.reject(noEngines()),
  };
}

const noEngines = () =>
  new CommandError(
    'There are no engines here to convert with. Name a server with --server, or sign in to one with `protean login`.',
    exitStatus.noServer,
  );
