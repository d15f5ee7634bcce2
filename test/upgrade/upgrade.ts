/**
 * Sends requests while an earlier version runs on a database, then while both versions run, and then while only this
 * version runs. The script `run` starts this program.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startCheckout } from '../support/server/checkout-server.ts';
import { startPostgres } from '../support/storage/databases.ts';
import { closing } from '../support/fixtures.ts';
import { callWithKey } from '../support/server/service.ts';
import { Load } from './load.ts';

/**
 * Duration of each part in milliseconds. The test has 3 parts: with the earlier version only, with both versions, and
 * with this version only.
 */
const partMs = 8_000;

const [earlier = '', current = ''] = process.argv.slice(2);
const faults = await upgrade();
console.log(faults.map((one) => `  ${one}`).join('\n') || '  no faults');
process.exit(faults.length === 0 ? 0 : 1);

async function upgrade(): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = closing(stack, await startPostgres());
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-upgrade-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const env: Record<string, string> = {
    ...(await postgres.fresh()),
    ...{ DATA_DIR: dir, SECRET_KEY: 'the same secret for both of these servers', WARM: 'off' },
  };
  const old = stack.use(await startCheckout(earlier, env));
  const load = new Load(await old.createAccount());
  const before = await migrationsOf(env);

  load.servers = [old];
  await pause(partMs);
  // The server of this version migrates the database while the earlier version uses it.
  const now = stack.use(await startCheckout(current, env));
  const after = await migrationsOf(env);
  load.servers = [old, now];
  await pause(partMs);
  load.servers = [now];
  await old[Symbol.asyncDispose]();
  await pause(partMs);
  await load.end();

  const unfinished = await load.unfinishedJobs(now);
  const usage = await callWithKey(`${now.url}/v1/usage`, load.key);
  const { used } = (JSON.parse(usage.body.toString()) as { conversions: { used: number } }).conversions;
  const done = load.converted + load.jobs.length;
  console.log(
    `${before} migrations before and ${after} after; ${load.converted} conversions, ${load.jobs.length} jobs`,
  );
  return [
    ...(after > before ? [] : ['there was no migration to run']),
    ...load.faults,
    ...unfinished,
    ...(used === done ? [] : [`${done} were converted, ${used} charged`]),
  ];
}

/**
 * Returns the number of applied migrations. Reads the database directly, because a server applies the remaining
 * migrations when it opens the database.
 */
async function migrationsOf({ DATABASE_URL = '' }: Record<string, string>): Promise<number> {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from kysely_migration');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
