/**
 * Shared setup of tests. Each fixture opens resources before the tests, and closes them after the tests in reverse
 * order.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { databaseKinds, openDatabases, type DatabaseKind } from './storage/databases.ts';
import { startInProcess, type InProcessService } from './server/in-process-service.ts';
import { openLimitsProcess, type LimitsProcess, type TestClock } from './server/limits-process.ts';
import { startRedis } from './storage/redis-server.ts';
import { startService, type Service } from './server/service.ts';

/** Settings as environment variables. */
type Settings = Record<string, string>;

/**
 * Registers hooks for the calling suite or file. Before the first test, calls `open` with a stack. After the last test,
 * closes the stack, even if `open` has failed. The returned object is empty until `open` has run. At the top level of a
 * file, Node starts all `before` hooks concurrently, so resources that depend on each other must be opened by the same
 * fixture.
 */
export function fixture<T extends object>(open: (stack: AsyncDisposableStack) => Promise<T>): T {
  const filled = {} as T;
  const stack = new AsyncDisposableStack();
  before(async () => {
    Object.assign(filled, await open(stack));
  });
  after(() => stack.disposeAsync());
  return filled;
}

/** Adds `opened` to the stack, which closes it in the end. Returns the object `opened`. */
export function closing<T extends { close(): Promise<unknown> }>(stack: AsyncDisposableStack, opened: T): T {
  return stack.adopt(opened, async (one) => void (await one.close()));
}

/** Creates an empty folder that is removed when the stack is closed. */
export async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  return stack.adopt(await mkdtemp(path.join(tmpdir(), 'protean-e2e-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
}

/**
 * Creates an empty data folder and an empty database. Returns the settings with which a server uses the folder and the
 * database.
 */
export async function emptyData(stack: AsyncDisposableStack, kind: DatabaseKind): Promise<Settings> {
  const databases = closing(stack, await openDatabases(kind));
  return { DATA_DIR: await temporaryFolder(stack), ...(await databases.fresh()) };
}

/** Starts a server in a separate process. */
export const serviceFixture = (settings: Settings = {}): Service =>
  fixture(async (stack) => closing(stack, await startService(settings)));

/** Starts a server in the process of the test. The test controls the server's clock. */
export const inProcessFixture = (settings: Settings = {}): InProcessService =>
  fixture(async (stack) => closing(stack, await startInProcess(settings)));

interface ProcessPair {
  /** The settings of both processes. */
  env: Settings;
  processes: readonly [LimitsProcess, LimitsProcess];
  one: LimitsProcess;
  other: LimitsProcess;
}

/**
 * Opens two simulated server processes that share an empty database and a clock. Each process contains only three parts
 * of a server: throttle, quota and idempotency keys. For the kind `redis`, the database is SQLite, and the processes
 * also share a Redis server.
 */
export const processPairFixture = (kind: DatabaseKind | 'redis', clock: TestClock): ProcessPair =>
  fixture(async (stack) => {
    const data = await emptyData(stack, kind === 'redis' ? 'sqlite' : kind);
    const env = kind === 'redis' ? { ...data, ...closing(stack, await startRedis()).env } : data;
    const one = closing(stack, await openLimitsProcess(env, clock));
    const other = closing(stack, await openLimitsProcess(env, clock));
    return { env, one, other, processes: [one, other] };
  });

/**
 * Declares the tests once for each kind of database. With `parallel`, the tests of different databases run
 * concurrently, so tests that measure time must not set it.
 */
export function onEachDatabase(declare: (kind: DatabaseKind) => void, { parallel = false } = {}): void {
  describe('works with each database', { concurrency: parallel ? databaseKinds.length : false }, () => {
    for (const kind of databaseKinds) describe(kind, { concurrency: false }, () => declare(kind));
  });
}

/**
 * Declares the tests once for each kind of database. The tests use a server with an empty database, which runs in the
 * process of the tests.
 */
export function withServiceOnEachDatabase(
  declare: (service: InProcessService, kind: DatabaseKind) => void,
  settings: Settings = {},
): void {
  onEachDatabase((kind) => {
    const service = fixture(async (stack) => {
      const databases = closing(stack, await openDatabases(kind));
      return closing(stack, await startInProcess({ ...(await databases.fresh()), ...settings }));
    });
    declare(service, kind);
  });
}
