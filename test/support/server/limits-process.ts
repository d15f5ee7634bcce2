/**
 * Opens three parts of a server without the rest of the server: throttle, quota and idempotency keys. The test controls
 * the clock of these parts.
 */
import { loadConfig } from '../../../packages/server/src/config.ts';
import type { Clock } from '../../../packages/server/src/kit/clock.ts';
import { isDatabaseAway } from '../../../packages/server/src/db/away.ts';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { randomId } from '../../../packages/server/src/kit/ids.ts';
import { Encryption } from '../../../packages/server/src/kit/encryption.ts';
import { systemRandom } from '../../../packages/server/src/kit/secrets.ts';
import { Lease } from '../../../packages/server/src/leases/lease.ts';
import { Idempotency } from '../../../packages/server/src/limits/idempotency.ts';
import { Quota } from '../../../packages/server/src/limits/quota.ts';
import { openThrottle } from '../../../packages/server/src/limits/open-throttle.ts';
import type { Throttle } from '../../../packages/server/src/limits/throttle.ts';
import { openRedis } from '../../../packages/server/src/redis/redis.ts';

export class TestClock {
  time: number;

  constructor(time: number) {
    this.time = time;
  }

  now = (): number => this.time;
  elapsed = (): number => this.time;
}

export interface LimitsProcess extends AsyncDisposable {
  db: Database;
  lease: Lease;
  throttle: Throttle;
  quota: Quota;
  idempotency: Idempotency;
  /** Renews the lease of this process. A server renews its lease automatically. */
  renew: () => Promise<void>;
  /** Runs the cleanup that a server runs periodically. */
  sweep: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Opens the modules for throttling, quotas and idempotency keys as another server process would: with separate
 * connections and a separate lease.
 */
export async function openLimitsProcess(env: Record<string, string>, clock: Clock): Promise<LimitsProcess> {
  let closing = false;
  const onError = (error: unknown) => {
    // Ignores errors of lost connections, because some tests stop PostgreSQL.
    if (!closing && !isDatabaseAway(error)) throw error;
  };
  const config = loadConfig(env);
  const database = await openDatabase(config, onError);
  const secret = 'a secret of tests';
  const encryption = new Encryption(secret, systemRandom);
  const warn = (...said: unknown[]) => onError(new Error(JSON.stringify(said)));
  const redis = await openRedis(config.redisUrl, secret, { info: () => {}, warn });
  const newId = randomId;
  const lease = await Lease.open({ database, clock, newId });
  const throttle = openThrottle({ database, redis, clock, onError });
  const idempotency = new Idempotency({ database, lease, clock, newId, encryption });
  const close = async () => {
    closing = true;
    redis?.close();
    await lease.close();
    await database.close();
  };
  return {
    db: database,
    ...{ lease, throttle, idempotency, close },
    quota: new Quota({ database, lease, clock, newId }),
    renew: () => lease.renew(),
    sweep: async () => {
      await lease.sweep();
      await throttle.sweep();
      await idempotency.sweep();
    },
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Base class of fast-check commands that advance the time. `paused` is the index of a process that does not renew its
 * lease while the time advances, or undefined if all processes renew their leases. If `notices` is true, the paused
 * process tries to renew its lease at the end, and so notices that the lease has expired.
 */
export class ProcessPause {
  readonly paused: number | undefined;
  readonly notices: boolean;

  constructor(paused: number | undefined, notices: boolean) {
    this.paused = paused;
    this.notices = notices;
  }

  check = () => true;

  toString = () => (this.paused === undefined ? 'wait' : `process ${this.paused} is paused`);
}

/** Inserts an account, to which quotas and idempotency keys can refer. Returns its id. */
export async function anAccount(db: Database): Promise<string> {
  const id = randomId();
  const numbers = {
    monthly_conversions: null,
    requests_per_minute: null,
    max_file_bytes: null,
    overage_micro_usd: null,
    deleted_at: null,
    erased_at: null,
  };
  const plan = { plan: 'free', plan_source: 'default' } as const;
  const row = { id, email: id, mailbox: id, ...plan, created_at: 0, disabled_at: null, ...numbers };
  await db.query.insertInto('accounts').values(row).execute();
  return id;
}

/** Returns the number of rows in the account's ledger, for `month` or, by default, for all months. */
export async function ledgerRows(db: Database, accountId: string, month?: string): Promise<number> {
  let query = db.query
    .selectFrom('ledger')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('account_id', '=', accountId);
  if (month) query = query.where('month', '=', month);
  return (await query.executeTakeFirstOrThrow()).rows;
}
