/** `protean keys`: lists, creates, rotates and revokes the keys of the account. */
import type { Key } from '@protean/client';
import type { Context, Run } from '../command.ts';
import { findAccount, storedKey, storeKey } from '../config.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { openClient } from '../open-converter.ts';
import { complain, print, printJson } from '../terminal.ts';

const maxGraceSeconds = 604_800;

export const keys: Run = async (context) => {
  const { args, signal } = context;
  const [action = 'list', id, more] = args.positionals;
  const unexpected = action === 'revoke' ? more : id;
  if (unexpected !== undefined) throw usageError(`Unexpected argument: ${unexpected}.`);
  const show = (found: object, row: string) => {
    if (args.flags.has('json')) printJson(found);
    else print(row);
  };
  switch (action) {
    case 'list': {
      const { client } = await openClient(context);
      for (const key of await client.keys.list({ signal })) show(key, lineOf(key));
      break;
    }
    case 'create': {
      const name = args.flags.get('name');
      if (name === undefined)
        throw usageError('Specify the purpose of the key: `protean keys create --name TEXT`.');
      const { client } = await openClient(context);
      const made = await client.keys.create({ name, signal });
      show(made, made.api_key);
      break;
    }
    case 'rotate': {
      const graceSeconds = graceIn(args.flags.get('grace'));
      const { client } = await openClient(context);
      const rotated = await client.keys.rotate({ graceSeconds, signal });
      show(rotated, rotated.api_key);
      await storeInPlace(context, rotated.api_key);
      break;
    }
    case 'revoke': {
      if (id === undefined) throw usageError('Specify the key by its id: `protean keys revoke ID`.');
      const { client } = await openClient(context);
      const revoked = await client.keys.revoke(id, { signal });
      show(revoked, lineOf(revoked));
      break;
    }
    default:
      throw usageError(`Unknown action ${action}. Use \`protean keys\` with list, create, rotate or revoke.`);
  }
  return exitStatus.ok;
};

/** Stores the new key in the credentials file, if the command used a key from the credentials file. */
async function storeInPlace({ args, surroundings }: Context, apiKey: string): Promise<void> {
  const { credentialsFile, apiKey: given } = surroundings;
  const account = await findAccount(args.flags.get('server'), surroundings);
  if (!account || given !== undefined || (await storedKey(credentialsFile, account.server)) === undefined)
    return;
  await storeKey(credentialsFile, account.server, apiKey);
  complain(`It is now the stored key for ${account.server}.`);
}

function graceIn(given = '0'): number {
  if (/^\d{1,6}$/.test(given) && Number(given) <= maxGraceSeconds) return Number(given);
  throw usageError(`--grace must be a whole number of seconds from 0 to ${maxGraceSeconds}.`);
}

function lineOf({ id, name, prefix, last4, last_used_at: used, revoked_at: revoked }: Key): string {
  const state = revoked === null ? `last used ${used ?? 'never'}` : `revoked ${revoked}`;
  return `${id}  ${prefix}…${last4}  ${state}  ${name}`;
}
