/** Server and key, from flags, the environment, or the keys stored by `protean login`. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Inputs from the environment; only this module reads them. */
export interface Surroundings {
  server: string | undefined;
  apiKey: string | undefined;
  /** The path of the stored keys. */
  credentialsFile: string;
  /** The folder of data that can be made again. */
  cacheFolder: string;
  /** Whether colours and progress lines are disabled. */
  plain: boolean;
}

export function readSurroundings(environment: NodeJS.ProcessEnv = process.env): Surroundings {
  const { PROTEAN_SERVER, PROTEAN_API_KEY, HOME = '.', NO_COLOR, TERM } = environment;
  // The XDG specification ignores relative paths.
  const folderIn = (given: string | undefined, usual: string) =>
    path.join(given?.startsWith('/') ? given : path.join(HOME, usual), 'protean');
  return {
    server: PROTEAN_SERVER || undefined,
    apiKey: PROTEAN_API_KEY || undefined,
    credentialsFile: path.join(folderIn(environment['XDG_CONFIG_HOME'], '.config'), 'credentials.json'),
    cacheFolder: folderIn(environment['XDG_CACHE_HOME'], '.cache'),
    plain: Boolean(NO_COLOR) || TERM === 'dumb',
  };
}

/** A server and the key for it. */
export interface Account {
  server: string;
  apiKey: string | undefined;
}

interface Credentials {
  /** The server of the last sign-in. */
  current?: string;
  /** Keys by server. */
  keys: Record<string, string>;
}

/** Returns the account for a remote command, or undefined if no server is configured. */
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

/** Normalises a server address for the file: with its scheme, without a trailing slash. */
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

/** Returns whether a key was stored. */
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
    // The next sign-in creates it again.
    return { keys: {} };
  }
}

/** Created with mode 600, so that no other user can read it at any time. */
async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.part`;
  await rm(partial, { force: true });
  await writeFile(partial, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(partial, 0o600);
  await rename(partial, file);
}
