/** Reads the server and the key from flags, the environment, or the keys stored by `protean login`. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Settings from environment variables. Only this module reads environment variables. */
export interface Surroundings {
  server: string | undefined;
  apiKey: string | undefined;
  /** Path of the file with the stored keys. */
  credentialsFile: string;
  /** Folder for cached data. The cached data can be deleted at any time. */
  cacheFolder: string;
  /** Whether colours and progress lines are disabled. */
  plain: boolean;
}

export function readSurroundings(environment: NodeJS.ProcessEnv = process.env): Surroundings {
  const { PROTEAN_SERVER, PROTEAN_API_KEY, HOME = '.', NO_COLOR, TERM } = environment;
  // Relative paths are ignored, as the XDG specification requires.
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

/** A server and the user's API key for this server. */
export interface Account {
  server: string;
  apiKey: string | undefined;
}

interface Credentials {
  /** URL of the server at which the user last signed in. */
  current?: string;
  /** API keys by server URL. */
  keys: Record<string, string>;
}

/** Returns the server for a command and the API key for that server. Returns undefined if no server is configured. */
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

/** Normalizes the URL of a server: adds a missing scheme and removes trailing slashes. */
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

/** Deletes the stored key. Returns whether a key was stored. */
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
    // The next sign-in replaces the corrupt file.
    return { keys: {} };
  }
}

/** Writes the credentials file with mode 600, so other users can never read the file. */
async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.part`;
  await rm(partial, { force: true });
  await writeFile(partial, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(partial, 0o600);
  await rename(partial, file);
}
