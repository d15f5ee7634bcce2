/** Creates, lists, authenticates, rotates and revokes API keys. Only the hash of a key is stored (contract §7.1). */
import { sql, type ExpressionBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { ApiKeyRow, Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import { hashOf, type RandomBytes } from '../kit/secrets.ts';
import { timeText } from '../kit/time-text.ts';
import { displayedParts, isKeyShaped, makeKey } from './key.ts';
import { lockAccount } from './open-account.ts';
import { planOf, type AccountPlan, type AccountPlans } from './plans.ts';

/** An authenticated account. */
export interface KnownAccount {
  id: string;
  /** Id of the presented key. Null for a dashboard session. */
  keyId: string | null;
  plan: AccountPlan;
}

/** The account that owns the managed keys, and the key that authenticated the request. */
type KeyHolder = Pick<KnownAccount, 'id' | 'keyId'>;

export type KeyRecord = Omit<ApiKeyRow, 'account_id' | 'key_hash'>;

/** Returns a key as its owner and the operator see it (contract §7.5). */
export function describeKey({ created_at, last_used_at, revoked_at, ...rest }: KeyRecord) {
  return {
    ...rest,
    created_at: timeText(created_at),
    last_used_at: timeText(last_used_at),
    revoked_at: timeText(revoked_at),
  };
}

/** Minimum interval between two updates of a key's `last_used_at`, in milliseconds. */
const usedEveryMs = 60_000;
/** Maximum number of active keys per account. */
const maxKeys = 100;

const recordColumns = ['id', 'name', 'prefix', 'last4', 'created_at', 'last_used_at', 'revoked_at'] as const;

const keyWithAccount = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('accounts')
    .select(['api_keys.id as key_id', 'api_keys.last_used_at', 'api_keys.revoked_at'])
    .where('api_keys.key_hash', '=', hash),
);

interface KeyServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
}

export class Keys {
  readonly #services: KeyServices;

  constructor(services: KeyServices) {
    this.#services = services;
  }

  /**
   * Returns the account of a key. Valid, unknown and revoked keys, and keys of disabled accounts, cause the
   * same query. A key with a wrong checksum is rejected without a query.
   */
  async holderOf(presented: string): Promise<KnownAccount | undefined> {
    if (!isKeyShaped(presented)) return undefined;
    const [row] = await keyWithAccount(this.#services.database.query, { hash: hashOf(presented) });
    const now = this.#services.clock.now();
    if (!row || row.disabled_at !== null || isOver(row.revoked_at, now)) return undefined;
    if ((row.last_used_at ?? 0) <= now - usedEveryMs) await this.#noteUse(row.key_id, now);
    return { id: row.id, keyId: row.key_id, plan: planOf(row, this.#services.plans) };
  }

  async #noteUse(keyId: string, now: number): Promise<void> {
    await this.#services.database.query
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', keyId)
      .execute();
  }

  /** Lists the keys of an account, oldest first. */
  async list(accountId: string): Promise<KeyRecord[]> {
    return this.#services.database.query
      .selectFrom('api_keys')
      .select(recordColumns)
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** Finds a key by its id or by the key itself. Keys that are no longer active are found too. */
  async find(idOrKey: string): Promise<{ id: string; accountId: string } | undefined> {
    return this.#services.database.query
      .selectFrom('api_keys')
      .select(['id', 'account_id as accountId'])
      .where((where) => where.or({ id: idOrKey, key_hash: hashOf(idOrKey) }))
      .executeTakeFirst();
  }

  /**
   * Creates another key, which is shown only once. Returns undefined if the authenticating key was revoked in the
   * meantime. Throws `bad_request` if the authenticating key was replaced and is in its grace period, or if the account
   * has too many keys.
   */
  async make({ id, keyId }: KeyHolder, name: string): Promise<MadeKey | undefined> {
    const { database } = this.#services;
    return database.write(async (transaction) => {
      if (keyId !== null && !(await this.#lockedKey(transaction, { id, keyId }))) return undefined;
      return addKey(transaction, this.#services, id, name);
    });
  }

  /** Revokes a key and returns its record. Returns undefined if the key `keyId` does not belong to the account. */
  async revoke(accountId: string, keyId: string): Promise<KeyRecord | undefined> {
    const { database, clock } = this.#services;
    return database.query
      .updateTable('api_keys')
      .set({ revoked_at: earlierOf(clock.now()) })
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .returning(recordColumns)
      .executeTakeFirst();
  }

  /**
   * Creates a key that replaces the key `keyId`. The old key is rejected after `graceMs` (contract §7.6). Returns
   * undefined if the account has no active key with this id. Throws `bad_request` if the key already has a successor,
   * or if the account would have too many active keys.
   */
  async rotate(
    { id, keyId }: KeyHolder & { keyId: string },
    graceMs: number,
  ): Promise<{ made: MadeKey; previousExpiresAt: number } | undefined> {
    const { database, clock } = this.#services;
    return database.write(async (transaction) => {
      const previous = await this.#lockedKey(transaction, { id, keyId });
      if (!previous) return undefined;
      const previousExpiresAt = clock.now() + graceMs;
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: previousExpiresAt })
        .where('id', '=', keyId)
        .execute();
      // The new expiry of the old key is already set. If the grace period is 0, the old key has expired, and does not
      // count towards the maximum number of keys.
      const made = await addKey(transaction, this.#services, id, previous.name);
      return { made, previousExpiresAt };
    });
  }

  /**
   * Returns the key, and locks it until the transaction ends. Returns undefined if the key is no longer accepted.
   * Throws `bad_request` for a key in its grace period, because a caller who has only the replaced key must not create
   * another key.
   */
  async #lockedKey(
    transaction: Transaction<Tables>,
    { id, keyId }: KeyHolder & { keyId: string },
  ): Promise<{ name: string } | undefined> {
    const { database, clock } = this.#services;
    const key = await transaction
      .selectFrom('api_keys')
      .select(['name', 'revoked_at as revokedAt'])
      .where('id', '=', keyId)
      .where('account_id', '=', id)
      .$if(database.locksRows, (rows) => rows.forUpdate())
      .executeTakeFirst();
    // The clock is read after the row is locked, so that later transactions have later times.
    if (!key || isOver(key.revokedAt, clock.now())) return undefined;
    if (key.revokedAt !== null) throw inGrace(key.revokedAt);
    return key;
  }
}

export interface MadeKey {
  /** The key itself, which is not stored. */
  secret: string;
  record: KeyRecord;
}

/** Whether a key is rejected at `now`. */
function isOver(revokedAt: number | null, now: number): boolean {
  return revokedAt !== null && revokedAt <= now;
}

/** Returns a condition that selects the keys that are accepted at `now`. */
function inForce(now: number) {
  return (where: ExpressionBuilder<Tables, 'api_keys'>) =>
    where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]);
}

/** Returns an SQL expression for the earlier of two times: `time` and the key's expiry. */
function earlierOf(time: number) {
  return sql<number>`case when revoked_at < ${time} then revoked_at else ${time} end`;
}

/** Inserts a key with {@link insertKey}. Throws `bad_request` if the account already has the maximum number of keys. */
export async function addKey(
  transaction: Transaction<Tables>,
  { database, clock, newId, random }: Omit<KeyServices, 'plans'>,
  accountId: string,
  name: string,
): Promise<MadeKey> {
  // Locks the account, so that concurrent requests count the keys of the account one at a time.
  await lockAccount(transaction, database, accountId);
  const { count } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(inForce(clock.now()))
    .executeTakeFirstOrThrow();
  if (count >= maxKeys) throw tooManyKeys();
  return insertKey(transaction, { clock, newId, random }, accountId, name);
}

export async function insertKey(
  transaction: Transaction<Tables>,
  { clock, newId, random }: { clock: Clock; newId: NewId; random: RandomBytes },
  accountId: string,
  name: string,
): Promise<MadeKey> {
  const secret = makeKey(random);
  const record = await transaction
    .insertInto('api_keys')
    .values({
      id: newId(),
      account_id: accountId,
      key_hash: hashOf(secret),
      name,
      ...displayedParts(secret),
      created_at: clock.now(),
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow();
  return { secret, record };
}

/** Error for a key that the account does not have. */
export function noSuchKey(): ServiceError {
  return new ServiceError('not_found', 'API key not found. GET /v1/keys lists yours.');
}

function inGrace(endsAt: number): ServiceError {
  return new ServiceError(
    'bad_request',
    `This key was rotated and expires at ${timeText(endsAt)}. It cannot create further keys. Use its replacement.`,
    { details: { reason: 'key_in_grace' } },
  );
}

function tooManyKeys(): ServiceError {
  return new ServiceError(
    'bad_request',
    `An account can have at most ${maxKeys} active keys, including rotated keys that are still valid. Revoke one first.`,
    {
      details: { limit: maxKeys },
    },
  );
}
