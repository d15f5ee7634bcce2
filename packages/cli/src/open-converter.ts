/** The converter that a command works with: the named server's, else this machine's, else the one signed in to. */
import type { Context } from './command.ts';
import { findAccount, type Account } from './config.ts';
import type { Converter } from './converter.ts';
import { CommandError, exitStatus } from './exit-status.ts';
import { openRemoteConverter } from './remote-converter.ts';

export async function openConverter({ words, surroundings, local }: Context): Promise<Converter> {
  const named = words.flags.get('server') ?? surroundings.server;
  if (named === undefined && local.converts) return local.openConverter();
  const account = await findAccount(named, surroundings);
  return account ? openRemoteConverter(account) : local.openConverter();
}

/** The account of a command that only a server can answer. */
export async function requireAccount({
  words,
  surroundings,
}: Context): Promise<Account & { apiKey: string }> {
  const account = await findAccount(words.flags.get('server'), surroundings);
  if (!account) {
    throw new CommandError(
      'Name a server with --server or PROTEAN_SERVER, or sign in with `protean login`.',
      exitStatus.usage,
    );
  }
  const { server, apiKey } = account;
  if (apiKey === undefined) {
    throw new CommandError(
      `There is no key for ${server}. Sign in with \`protean login\` or set PROTEAN_API_KEY.`,
      exitStatus.refused,
    );
  }
  return { server, apiKey };
}
