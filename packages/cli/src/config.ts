/** Where the server is and with which key: from flags, the environment, or what `protean login` has stored. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the command line takes from its surroundings; the only place that reads the environment. */
export interface Surroundings {
  server: string | undefined;
  apiKey: string | undefined;
  /** Where the stored keys lie. */
  credentialsFile: string;
  /** Whether colours and moving lines are unwanted. */
  plain: boolean;
}

export function readSurroundings(environment: NodeJS.ProcessEnv = process.env): Surroundings {
  const { PROTEAN_SERVER, PROTEAN_API_KEY, XDG_CONFIG_HOME, HOME = '.', NO_COLOR, TERM } = environment;
  const folder = XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : path.join(HOME, '.config');
  return {
    server: PROTEAN_SERVER || undefined,
    apiKey: PROTEAN_API_KEY || undefined,
    credentialsFile: path.join(folder, 'protean', 'credentials.json'),
    plain: Boolean(NO_COLOR) || TERM === 'dumb',
  };
}

/** A server and the key for it. */
export interface Account {
  server: string;
  apiKey: string | undefined;
}

interface Credentials {
  /** The one that was signed in to last. */
  current?: string;
  /** Keys by server. */
  keys: Record<string, string>;
}

/** The account that a remote command works with; undefined where no server is named anywhere. */
export async function findAccount(
  given: string | undefined,
  from: Surroundings,
): Promise<Account | undefined> {
  const stored = await readCredentials(from.credentialsFile);
  const server = given ?? from.server ?? stored.current;
  if (server === undefined) return undefined;
  const address = addressOf(server);
  return { server: address, apiKey: from.apiKey ?? stored.keys[address] };
}

/** A server as it is written in the file: with its scheme, without a slash at the end. */
export function addressOf(server: string): string {
  const scheme = /^(localhost|127\.|\[::1\])/.test(server) ? 'http' : 'https';
  return (/^https?:\/\//.test(server) ? server : `${scheme}://${server}`).replace(/\/+$/, '');
}

export async function storedKey(file: string, server: string): Promise<string | undefined> {
  return (await readCredentials(file)).keys[server];
}

export async function storeKey(file: string, server: string, apiKey: string): Promise<void> {
  const { keys } = await readCredentials(file);
  await writeCredentials(file, { current: server, keys: { ...keys, [server]: apiKey } });
}

/** Answers whether there was a key for it. */
export async function forgetKey(file: string, server: string): Promise<boolean> {
  const { current, keys } = await readCredentials(file);
  const { [server]: forgotten, ...rest } = keys;
  if (forgotten === undefined) return false;
  if (Object.keys(rest).length === 0) await rm(file);
  else await writeCredentials(file, { ...(current === server ? {} : { current }), keys: rest });
  return true;
}

async function readCredentials(file: string): Promise<Credentials> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"keys":{}}';
    throw error;
  });
  try {
    return JSON.parse(text) as Credentials;
  } catch {
    // It is made again by the next sign-in.
    return { keys: {} };
  }
}

/** Nobody else may read it, not even between its making and its first byte. */
async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.part`;
  await rm(partial, { force: true });
  await writeFile(partial, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(partial, 0o600);
  await rename(partial, file);
}
