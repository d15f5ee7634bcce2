/**
 * Starts a service with the parts that it has on several machines: nginx, two api processes, three workers, PostgreSQL,
 * Redis and an S3 bucket.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../samples/run.ts';
import { clockApart } from '../../support/server/clock-apart.ts';
import { startPostgres, type PostgresServer } from '../../support/storage/databases.ts';
import { closing } from '../../support/fixtures.ts';
import { startObjectService } from '../../support/storage/object-service.ts';
import { freePort, isListening } from '../../support/server/ports.ts';
import { startRedis, type RedisServer } from '../../support/storage/redis-server.ts';
import { until } from '../../support/server/service.ts';
import { FaultyBucket } from './faulty-bucket.ts';
import { FaultyLink } from './faulty-link.ts';
import { Member } from './member.ts';

/** The SECRET_KEY that all servers share. */
export const secretKey = 'a secret key of all the servers here';

/**
 * The nginx configuration from deploy/. The test changes the port 80 in the nginx configuration, and replaces the host
 * name `api` with the addresses of the api processes.
 */
const nginxConf = new URL('../../../deploy/nginx.conf', import.meta.url);

/** Disk size of one worker in MB. The disk is so small that the test can fill it. */
const smallDiskMb = 400;

export interface Cluster {
  apis: readonly [Member, Member];
  workers: readonly [Member, Member, Member];
  postgres: PostgresServer;
  redis: RedisServer;
  /** Proxy through which all processes connect to PostgreSQL. */
  databaseLink: FaultyLink;
  bucket: FaultyBucket;
  /** The data folder of the last worker, on a separate disk. */
  smallDisk: string;
  dir: string;
  /**
   * Settings with which the test itself opens the service's database. The settings equal the servers' settings, but
   * contain no role and connect to the database directly, not through `databaseLink`.
   */
  env: Record<string, string>;
  /** Settings with which the test itself connects to the bucket, without the proxy. */
  bucketEnv: Record<string, string>;
  /** Returns the URL of nginx. */
  address(): Promise<string>;
}

/**
 * Starts all parts of the cluster. Disposing of `stack` stops all parts of the cluster. Requires root for the small
 * disk.
 */
export async function startCluster(
  stack: AsyncDisposableStack,
  settings: Record<string, string>,
): Promise<Cluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-several-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o711);
  const folder = async (name: string) => {
    await mkdir(path.join(dir, name));
    return path.join(dir, name);
  };
  const smallDisk = await folder('small-disk');
  await run('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${smallDiskMb}m`, 'tmpfs', smallDisk]);
  stack.defer(async () => void (await run('/usr/bin/umount', ['--lazy', smallDisk])));

  const postgres = closing(stack, await startPostgres());
  const { DATABASE_URL = '' } = await postgres.fresh();
  // The database URL has no host name, so the URL parser cannot read it.
  const [, direct = ''] = /host=(.*)$/.exec(DATABASE_URL) ?? [];
  const linkFolder = await folder('postgres');
  const socket = path.join(direct, '.s.PGSQL.5432');
  const databaseLink = closing(stack, await FaultyLink.open(linkFolder, socket));

  const redis = closing(stack, await startRedis());
  const objects = closing(stack, await startObjectService());
  const bucketEnv = await objects.fresh();
  const { STORAGE_URL = '' } = bucketEnv;
  const storage = new URL(STORAGE_URL);
  const bucket = closing(stack, await FaultyBucket.open(storage.searchParams.get('endpoint') ?? ''));
  storage.searchParams.set('endpoint', bucket.endpoint);

  const port = await freePort();
  const shared = {
    ...settings,
    ...bucketEnv,
    ...redis.env,
    STORAGE_URL: storage.href,
    DATABASE_URL: DATABASE_URL.replace(direct, linkFolder),
    SECRET_KEY: secretKey,
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    TMPDIR: await folder('temp'),
  };
  const member = async (name: string, env: Record<string, string>) => {
    const made = new Member(name, { DATA_DIR: path.join(dir, name), ...shared, ...env });
    stack.defer(() => made.end('SIGKILL'));
    await made.start();
    return made;
  };
  const api = async (name: string) => member(name, { ROLES: 'api', PORT: String(await freePort()) });
  const worker = (name: string, env: Record<string, string>) =>
    member(name, { ROLES: 'worker', PORT: '0', ...env });
  const [one, two] = [await api('api-1'), await api('api-2')];
  const [a, b, c] = [
    await worker('worker-1', clockApart('+60s')),
    await worker('worker-2', clockApart('-60s')),
    await worker('worker-3', { DATA_DIR: path.join(smallDisk, 'data') }),
  ];
  await startNginx(stack, dir, port, [one.url, two.url]);
  return {
    apis: [one, two],
    workers: [a, b, c],
    ...{ postgres, redis, databaseLink, bucket, smallDisk, dir, bucketEnv },
    env: { ...shared, DATABASE_URL, DATA_DIR: path.join(dir, 'test') },
    address: () => Promise.resolve(`http://127.0.0.1:${port}`),
  };
}

async function startNginx(
  stack: AsyncDisposableStack,
  dir: string,
  port: number,
  apis: readonly string[],
): Promise<void> {
  const folder = path.join(dir, 'nginx');
  await mkdir(folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const lines = (await readFile(nginxConf, 'utf8'))
    // All callers of the test have the same address. If nginx selected the api process by a hash of the caller's
    // address, all requests would reach the same process.
    .replace(/^ *hash .*;$/m, '')
    .replace(/server api:8080 (.*);/, (_, how: string) =>
      apis.map((url) => `server ${new URL(url).host} ${how};`).join('\n'),
    )
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\naccess_log off;\n${temporary.join('\n')}`);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr crit;\n${lines}`,
  );
  const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-e', 'stderr', '-c', file], { stdio: 'ignore' });
  const gone = once(nginx, 'exit');
  stack.defer(async () => {
    nginx.kill('SIGKILL');
    await gone;
  });
  await until('nginx listens', 60_000, () => isListening(port));
}
