/**
 * Replaces `checkout.ts` in the npm package that `script/pack` builds. The package does not include the server and its
 * engines, so commands that need them fail with a one-line message.
 */
import { CommandError, exitStatus } from './exit-status.ts';
import { complain } from './terminal.ts';
import type { Local } from './local.ts';

/** Commands that are available only in a checkout. A test compares this list of commands with the server's commands. */
export const checkoutCommands: readonly string[] = ['serve', 'doctor', 'compile', 'routes', 'admin'];

export function findLocal(): Local {
  return {
    converts: false,
    commands: () => Promise.resolve([]),
    run: (name) => {
      if (!checkoutCommands.includes(name)) return Promise.resolve(undefined);
      complain(`protean ${name} needs the server and its engines, which are part of a Protean checkout.`);
      return Promise.resolve(exitStatus.usage);
    },
    openConverter: () => Promise.reject(noEngines()),
    openServer: () => Promise.reject(noEngines()),
    listTools: () => Promise.reject(noEngines()),
  };
}

const noEngines = () =>
  new CommandError(
    'No engines are installed here. Specify a server with --server, or sign in with `protean login`.',
    exitStatus.noServer,
  );
