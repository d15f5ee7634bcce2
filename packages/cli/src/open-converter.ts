/**
 * Opens the converter or client for a command. The command uses the specified server, this machine, or the server of
 * the last sign-in.
 */
import { Protean } from '@protean/client';
import type { Context } from './command.ts';
import { findAccount } from './config.ts';
import type { Converter } from './converter.ts';
import { CommandError, exitStatus } from './exit-status.ts';
import { openRemoteConverter } from './remote-converter.ts';

export async function openConverter(context: Context): Promise<Converter> {
  const { args, surroundings, local } = context;
  const account = usesEngines(context)
    ? undefined
    : await findAccount(args.flags.get('server') ?? surroundings.server, surroundings);
  return account ? openRemoteConverter(account) : local.openConverter(surroundings.cacheFolder);
}

/**
 * Whether the command converts with the engines of this machine. A command that uses local engines knows all options
 * without a request to a server.
 */
export const usesEngines = ({ args, surroundings, local }: Context): boolean =>
  local.converts && (args.flags.get('server') ?? surroundings.server) === undefined;

/**
 * Returns the client for a command that needs a server. If a key is needed but missing, the server responds with an
 * error.
 */
export async function openClient({
  args,
  surroundings,
}: Context): Promise<{ client: Protean; server: string }> {
  const account = await findAccount(args.flags.get('server'), surroundings);
  if (!account) {
    throw new CommandError(
      'Specify a server with --server or PROTEAN_SERVER, or sign in with `protean login`.',
      exitStatus.usage,
    );
  }
  const { server, apiKey } = account;
  return { client: new Protean({ baseUrl: server, apiKey }), server };
}
