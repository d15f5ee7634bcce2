/** `protean login`, `logout`, `whoami`, `usage`: the key for a server, and the account behind it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Protean, type Usage } from '@protean/client';
import type { Context, Run } from '../command.ts';
import { addressOf, findAccount, forgetKey, storeKey } from '../config.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { requireAccount } from '../open-converter.ts';

export const login: Run = async (context) => {
  const { words, surroundings, signal } = context;
  const named = words.positionals[0] ?? words.flags.get('server') ?? surroundings.server;
  if (named === undefined)
    throw usageError('Name the server to sign in to: `protean login https://convert.example.com`.');
  const server = addressOf(named);
  const apiKey = (await readKey(server, signal)).trim();
  if (!/^svc_sk_\w+$/.test(apiKey)) throw usageError('That is no key: a key begins with svc_sk_.');
  // A key that does not work is not stored.
  const { plan } = await new Protean({ baseUrl: server, apiKey }).usage({ signal });
  await storeKey(surroundings.credentialsFile, server, apiKey);
  process.stdout.write(`Signed in to ${server}, plan ${plan}.\n`);
  return exitStatus.ok;
};

/** From standard input; a person at a terminal is asked, and what is typed is not shown. */
async function readKey(server: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write(`Key for ${server} (it is not shown): `);
  // What the terminal would show of it is thrown away.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

export const logout: Run = async ({ words, surroundings }) => {
  const account = await findAccount(words.positionals[0] ?? words.flags.get('server'), surroundings);
  const forgotten = account && (await forgetKey(surroundings.credentialsFile, account.server));
  process.stdout.write(
    forgotten
      ? `The key for ${account.server} is deleted here; it still works until it is revoked.\n`
      : 'No key was stored.\n',
  );
  return exitStatus.ok;
};

const usageFor = async (context: Context): Promise<{ server: string; usage: Usage }> => {
  const { server, apiKey } = await requireAccount(context);
  return { server, usage: await new Protean({ baseUrl: server, apiKey }).usage({ signal: context.signal }) };
};

export const whoami: Run = async (context) => {
  const { server, usage } = await usageFor(context);
  if (context.words.flags.has('json')) process.stdout.write(`${JSON.stringify({ server, ...usage })}\n`);
  else process.stdout.write(`${server}\nplan ${usage.plan}, ${inWords(usage)}\n`);
  return exitStatus.ok;
};

export const usage: Run = async (context) => {
  const { usage: found } = await usageFor(context);
  if (context.words.flags.has('json')) process.stdout.write(`${JSON.stringify(found)}\n`);
  else process.stdout.write(`${rowsOf(found).join('\n')}\n`);
  return exitStatus.ok;
};

function inWords({ conversions: { used, limit } }: Usage): string {
  return limit === null ? `${used} conversions this month` : `${used} of ${limit} conversions this month`;
}

function rowsOf(found: Usage): string[] {
  const {
    plan,
    period,
    conversions,
    rate_limit: rate,
    max_file_size: size,
    credits,
    overage_enabled: overage,
  } = found;
  const rows: [string, string][] = [
    ['plan', plan],
    ['month', `${period.start} to ${period.end}`],
    ['conversions', inWords(found)],
    [
      'overage',
      `${conversions.overage} (${conversions.overage_cost_usd.toFixed(2)} USD), ${overage ? 'on' : 'off'}`,
    ],
    ['credits', String(credits)],
    ['requests', `${rate.remaining} of ${rate.limit} left this minute`],
    ['largest file', `${size} bytes`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(14)} ${value}`);
}
