/** Creates empty databases of each kind that the service supports, for tests. Starts PostgreSQL if it is needed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { run } from '../../samples/run.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;

export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabases {
  /**
   * Returns the settings with which a service uses a new, empty database. SQLite needs no settings, because its
   * database is in the service's data folder.
   */
  fresh(): Promise<Record<string, string>>;
  /** Stops all started databases and removes them. */
  close(): Promise<void>;
}

/**
 * Returns an object that creates databases of one kind. PostgreSQL comes from the Debian package that test/packages
 * lists.
 */
export async function openDatabases(kind: DatabaseKind): Promise<TestDatabases> {
  return kind === 'postgres'
    ? startPostgres()
    : { fresh: () => Promise.resolve({}), close: () => Promise.resolve() };
}

export interface PostgresServer extends TestDatabases {
  /** Stops the server like `pg_ctl stop --mode fast`, and keeps its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-pg-'));
  const data = path.join(dir, 'data');
  const user = await databaseUser();
  await mkdir(data, { mode: 0o700 });
  for (const folder of [dir, data]) await chown(folder, user.uid, user.gid);
  // Servers in other namespaces must be able to traverse the folder.
  await chmod(dir, 0o711);
  const bin = await binaries();
  const initdb = [path.join(bin, 'initdb'), '-D', data, '-A', 'trust', '-U', 'protean', '-E', 'UTF8', '-N'];
  await run(...asProgram([...user.command, ...initdb, '--locale=C']));
  // The server listens only on a Unix socket in a folder of the test, so only the test can connect. `fsync` is off,
  // because the tests need no durability.
  const settings = [
    `unix_socket_directories=${dir}`,
    'listen_addresses=',
    'fsync=off',
    'max_connections=200',
  ];
  const command = [path.join(bin, 'postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])];
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(...asProgram([...user.command, ...command]), { stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(server);
  };
  const stop = async () => {
    if (!server || server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  await start();
  const url = (name: string) => `postgres://protean@/${name}?host=${dir}`;
  let made = 0;
  return {
    ...{ start, stop },
    async fresh() {
      made += 1;
      await query(url('postgres'), `create database test${made}`);
      return { DATABASE_URL: url(`test${made}`) };
    },
    async close() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Runs one statement outside of any transaction. */
export async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Returns the user that runs PostgreSQL, and a command prefix that runs programs as this user. If the tests run as
 * root, the user is Debian's `postgres`, because PostgreSQL refuses to run as root. The prefix makes the kernel kill
 * the server when the test process ends.
 */
async function databaseUser(): Promise<{ uid: number; gid: number; command: string[] }> {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid, command: ['setpriv', '--pdeathsig', 'KILL'] };
  const [other = 0, group = 0] = await Promise.all(['-u', '-g'].map((flag) => idOf(flag, 'postgres')));
  const become = ['--reuid', String(other), '--regid', String(group), '--clear-groups'];
  return { uid: other, gid: group, command: ['setpriv', ...become, '--pdeathsig', 'KILL'] };
}

async function idOf(flag: string, name: string): Promise<number> {
  return Number((await run('id', [flag, name])).stdout.toString());
}

/** Returns the folder in which Debian installs the programs of the newest installed version of PostgreSQL. */
async function binaries(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root)).sort((a, b) => Number(b) - Number(a));
  return path.join(root, versions[0] ?? '', 'bin');
}

function asProgram([program = '', ...args]: readonly string[]): [string, string[]] {
  return [program, args];
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const log: string[] = [];
    if (!server.stderr) throw new Error('PostgreSQL has no stderr');
    createInterface(server.stderr).on('line', (line) => {
      log.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL exited:\n${log.join('\n')}`)));
  });
}
