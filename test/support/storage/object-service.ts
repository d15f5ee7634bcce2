/**
 * An S3 service for tests: Debian's OpenStack Swift on free ports of this machine. Swift's filter `s3api` provides the
 * S3 API and checks signatures.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { run } from '../../samples/run.ts';
import { freePort } from '../server/ports.ts';
import { until } from '../server/service.ts';

export interface ObjectService {
  /** Creates a bucket, and returns the settings with which a service stores objects in the bucket. */
  fresh(): Promise<Record<string, string>>;
  /** Kills all servers, as in a failure of the machine. {@link start} starts the servers again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const accessKey = 'test:tester';
const secretKey = 'testing';
/** Maximum time in milliseconds for Swift's four servers to start, which takes long on a busy machine. */
const readyMs = 240_000;

/**
 * The kinds of data that Swift stores. For each kind of data, a file (ring) lists the storage devices. In tests, each
 * ring lists only one device.
 */
const kinds = ['account', 'container', 'object'] as const;

export async function startObjectService(): Promise<ObjectService> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-s3-'));
  await mkdir(path.join(dir, 'devices', 'd1'), { recursive: true });
  const commands: string[][] = [];
  for (const kind of kinds) {
    const port = await freePort();
    await makeRing(dir, kind, port);
    commands.push(await storageServer(dir, kind, port));
  }
  // Swift's proxy caches identities in memcached.
  const cache = await freePort();
  commands.push(['/usr/bin/memcached', '-l', '127.0.0.1', '-p', String(cache), '-u', 'root', '-m', '16']);
  const port = await freePort();
  commands.push(await proxyServer(dir, port, cache));
  const endpoint = `http://127.0.0.1:${port}`;
  let servers: ChildProcess[] = [];
  const start = async () => {
    servers = commands.map(([program = '', ...args]) => spawn(program, args, { stdio: 'ignore' }));
    // Waits until an object can be stored, which needs all servers.
    await until('Swift keeps an object', readyMs, () => keepsObject(endpoint));
  };
  const stop = async () => {
    const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      running.map(async (server) => {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }),
    );
  };
  const close = async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  let made = 0;
  return {
    ...{ start, stop },
    async fresh() {
      made += 1;
      const bucket = `protean-${made}`;
      await makeBucket(endpoint, bucket);
      return {
        STORAGE_URL: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1`,
        AWS_ACCESS_KEY_ID: accessKey,
        AWS_SECRET_ACCESS_KEY: secretKey,
      };
    },
    close,
  };
}

function clientOf(endpoint: string): S3Client {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 });
}

async function makeBucket(endpoint: string, bucket: string): Promise<void> {
  const client = clientOf(endpoint);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

async function keepsObject(endpoint: string): Promise<boolean> {
  const client = clientOf(endpoint);
  try {
    await client.send(new PutObjectCommand({ Bucket: 'ready', Key: 'object', Body: 'ready' }));
    return true;
  } catch {
    await client.send(new CreateBucketCommand({ Bucket: 'ready' })).catch(() => {});
    return false;
  } finally {
    client.destroy();
  }
}

async function makeRing(dir: string, kind: string, port: number): Promise<void> {
  const builder = path.join(dir, `${kind}.builder`);
  await run('/usr/bin/swift-ring-builder', [builder, 'create', '4', '1', '1']);
  await run('/usr/bin/swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
  await run('/usr/bin/swift-ring-builder', [builder, 'rebalance']);
}

async function storageServer(dir: string, kind: string, port: number): Promise<string[]> {
  return server(dir, kind, port, [
    ...[`devices = ${path.join(dir, 'devices')}`, 'mount_check = false', 'disable_fallocate = true'],
    ...['[pipeline:main]', `pipeline = ${kind}-server`, `[app:${kind}-server]`, `use = egg:swift#${kind}`],
  ]);
}

async function proxyServer(dir: string, port: number, cache: number): Promise<string[]> {
  const filters = [
    'catch_errors',
    'gatekeeper',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'bulk',
    'slo',
    'copy',
  ];
  return server(dir, 'proxy', port, [
    '[pipeline:main]',
    `pipeline = ${filters.join(' ')} proxy-server`,
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...filters.flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${programOf(name)}`,
      ...ofFilter(name, cache),
    ]),
  ]);
}

const programOf = (filter: string) => (filter === 'cache' ? 'memcache' : filter);

const ofFilter = (name: string, cache: number) => {
  if (name === 'cache') return [`memcache_servers = 127.0.0.1:${cache}`];
  if (name === 'tempauth') return ['user_test_tester = testing .admin'];
  return name === 's3api' ? ['s3_acl = false', 'location = us-east-1'] : [];
};

async function server(dir: string, kind: string, port: number, lines: readonly string[]): Promise<string[]> {
  const file = path.join(dir, `${kind}.conf`);
  const defaults = [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `swift_dir = ${dir}`,
    'workers = 0',
  ];
  await writeFile(file, [...defaults, 'user = root', ...lines].join('\n'));
  return [`/usr/bin/swift-${kind}-server`, file];
}
