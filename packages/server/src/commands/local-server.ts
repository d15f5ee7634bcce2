/** Starts a server for the tools of one agent on this machine, on a free port and with a temporary folder and key. */
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { destination } from 'pino';
import { Accounts } from '../accounts/accounts.ts';
import { planTable } from '../accounts/plans.ts';
import { startService } from '../app.ts';
import { loadConfigWith, type Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { systemClock as clock } from '../kit/clock.ts';
import { removeFolder } from '../kit/folder.ts';
import { randomId as newId } from '../kit/ids.ts';
import { processLives, processName } from '../kit/processes.ts';
import { systemRandom as random } from '../kit/secrets.ts';
import { openLog } from '../log.ts';
import { UsageError } from './command.ts';

export interface LocalServer {
  server: string;
  apiKey: string;
  close(): Promise<void>;
}

/**
 * Settings that strictly limit requests without this server's key. Other users of this machine may find the server's
 * port. Without the server's key, other users can do almost nothing with the server.
 */
const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  INSTALLATION: 'public',
  BASE_URL: '',
  DATABASE_URL: '',
  METRICS_LISTEN: '',
  ROLES: 'api,worker',
  LOG_LEVEL: 'error',
  RATE_OVERRIDES: '{"anonymous":1,"reading":1,"growth":100000}',
};

/**
 * Starts the server. Logs to standard error, because the MCP protocol uses standard output. If `signal` aborts during
 * the start, throws the reason of the signal.
 */
export async function openLocalServer(signal: AbortSignal): Promise<LocalServer> {
  signal.throwIfAborted();
  await using opened = new AsyncDisposableStack();
  const parent = await privateFolder();
  const dir = path.join(parent, await processName(process.pid));
  await mkdir(dir, { mode: 0o700 });
  opened.defer(async () => {
    await removeFolder(dir);
    // The folder is not removed if it still contains the folders of other servers.
    await rmdir(parent).catch(() => {});
  });
  const config = loadConfigWith({ ...settings, DATA_DIR: dir });
  const log = openLog(config.logLevel, destination(2));
  const apiKey = await newKey(config);
  signal.throwIfAborted();
  const service = await startService(config, log);
  opened.defer(() => service.stop(0));
  const owned = opened.move();
  return { server: service.url, apiKey, close: () => owned.disposeAsync() };
}

/**
 * Returns this user's folder for local servers, and removes the files of killed servers. Throws `UsageError` if other
 * users can access the folder.
 */
async function privateFolder(): Promise<string> {
  const { uid } = userInfo();
  const folder = path.join(tmpdir(), `protean-mcp-${uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await stat(folder);
  if (stats.uid !== uid || (stats.mode & 0o077) !== 0)
    throw new UsageError(`${folder} must belong to this user alone. Remove it, or set TMPDIR.`);
  for (const name of await readdir(folder))
    if (!(await processLives(name))) await removeFolder(path.join(folder, name));
  return folder;
}

async function newKey(config: Config): Promise<string> {
  const database = await openDatabase(config, () => {});
  try {
    const accounts = new Accounts({ database, plans: planTable(config), clock, newId, random });
    return (await accounts.create('local@localhost', 'growth')).key;
  } finally {
    await database.close();
  }
}
