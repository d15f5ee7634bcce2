/** Opens the converter or client for a command: of the given server, of this machine, or of the server signed in to. */
import { Protean } from '@protean/client';
import type { Context } from './command.ts';
import { findAccount } from './config.ts';
import type { Converter } from './converter.ts';
import { CommandError, exitStatus } from './exit-status.ts';
import { openRemoteConverter } from './remote-converter.ts';

export async function openConverter({ args, surroundings, local }: Context): Promise<Converter> {
  const named = args.flags.get('server') ?? surroundings.server;
  if (named === undefined && local.converts) return local.openConverter();
  const account = await findAccount(named, surroundings);
  return account ? openRemoteConverter(account) : local.openConverter();
}

/** Returns the client for a command that needs a server. The server says if a key is needed. */
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
