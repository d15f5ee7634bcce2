/**
 * `protean login`, `logout`, `whoami`, `account`: manages the stored key for a server, and shows or exports the account
 * on that server.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Protean } from '@protean/client';
import type { Run } from '../command.ts';
import { addressOf, findAccount, forgetKey, storeKey } from '../config.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { openClient } from '../open-converter.ts';
import { placeOf } from '../files/open-folder.ts';
import { placeResult } from '../files/place-result.ts';
import { complain, endPrompt, print, printJson, prompt } from '../terminal.ts';
import { monthInWords } from './usage.ts';

export const login: Run = async (context) => {
  const { args, surroundings, signal } = context;
  const named = args.positionals[0] ?? args.flags.get('server') ?? surroundings.server;
  if (named === undefined)
    throw usageError('Specify the server to sign in to: `protean login https://convert.example.com`.');
  const server = addressOf(named);
  const email = args.flags.get('email');
  const issued = email === undefined ? undefined : await requestKey(server, email, signal);
  const apiKey = issued ?? (await readKey(server, signal)).trim();
  if (!/^svc_sk_\w+$/.test(apiKey)) throw usageError('Invalid key: keys begin with svc_sk_.');
  // The key is stored only if it works.
  const { plan } = await new Protean({ baseUrl: server, apiKey }).usage({ signal });
  await storeKey(surroundings.credentialsFile, server, apiKey);
  print(`Signed in to ${server}, plan ${plan}.`);
  return exitStatus.ok;
};

/**
 * Requests a key. Returns the key if the service issues it immediately. If the service sends the key by e-mail, prints
 * the service's message and returns undefined.
 */
async function requestKey(server: string, email: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await new Protean({ baseUrl: server }).requestKey({ email, signal });
  if ('api_key' in answer) return answer.api_key;
  complain(answer.message);
  return undefined;
}

/** Reads a key from standard input. On a terminal, prints a prompt and hides the input. */
async function readKey(server: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  prompt(`Key for ${server} (input is hidden): `);
  // Suppresses the echo on the terminal.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
    endPrompt();
  }
}

export const logout: Run = async ({ args, surroundings }) => {
  const account = await findAccount(args.positionals[0] ?? args.flags.get('server'), surroundings);
  const forgotten = account && (await forgetKey(surroundings.credentialsFile, account.server));
  print(
    forgotten
      ? `The key for ${account.server} was deleted here. It remains valid until it is revoked.`
      : 'No key was stored.',
  );
  return exitStatus.ok;
};

export const whoami: Run = async (context) => {
  const { client, server } = await openClient(context);
  const usage = await client.usage({ signal: context.signal });
  if (context.args.flags.has('json')) printJson({ server, ...usage });
  else [server, `plan ${usage.plan}, ${monthInWords(usage)}`].forEach(print);
  return exitStatus.ok;
};

export const account: Run = async (context) => {
  const { client } = await openClient(context);
  const file = context.args.flags.get('export');
  if (file !== undefined) {
    const { flags } = context.args;
    const { output } = await placeResult(
      placeOf(file),
      flags.has('force') ? 'replace' : 'refuse',
      async (partial) => {
        await (await client.exportAccount({ signal: context.signal })).save(partial);
        return {};
      },
    );
    print(output);
    return exitStatus.ok;
  }
  const found = await client.account({ signal: context.signal });
  const { id, email, plan, plan_source: source, created_at: since } = found;
  const rows = [`${email}`, `plan ${plan} (${source})`, `since ${since}`, `id ${id}`];
  if (context.args.flags.has('json')) printJson(found);
  else rows.forEach(print);
  return exitStatus.ok;
};
