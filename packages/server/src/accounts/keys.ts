/** API keys: made, shown once, presented, rotated, revoked; only their hash is kept (contract §7.1). */
import { sql, type ExpressionBuilder, type Transaction } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { ApiKeyRow, Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import { hashOf } from '../kit/secrets.ts';
import { timeText } from '../kit/time-text.ts';
import { isKeyShaped, makeKey, shownOf } from './key.ts';
import type { AccountParts } from './parts.ts';
import { planOf, type Plan } from './plans.ts';

/** An account that has shown who it is. */
export interface KnownAccount {
  id: string;
  /** The key it presented; null for a session of the dashboard. */
  keyId: string | null;
  plan: Plan;
}

export type KeyRecord = Omit<ApiKeyRow, 'account_id' | 'key_hash'>;

/** As its owner and the operator see it (contract §7.5). */
export function describeKey({ created_at, last_used_at, revoked_at, ...rest }: KeyRecord) {
  return {
    ...rest,
    created_at: timeText(created_at),
    last_used_at: timeText(last_used_at),
    revoked_at: timeText(revoked_at),
  };
}

/** How exactly `last_used_at` is kept: a busy key writes once in that time. */
const usedEveryMs = 60_000;
/** Keys that an account may have in force. */
const mostKeys = 100;

const recordColumns = ['id', 'name', 'prefix', 'last4', 'created_at', 'last_used_at', 'revoked_at'] as const;

const keyWithAccount = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('accounts')
    .select(['api_keys.id as key_id', 'api_keys.last_used_at', 'api_keys.revoked_at'])
    .where('api_keys.key_hash', '=', hash),
);

export class Keys {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Whose key it is. Unknown and revoked ones and those of disabled accounts take the same way; a mistyped one never
   * gets as far as the database.
   */
  async holderOf(presented: string): Promise<KnownAccount | undefined> {
    if (!isKeyShaped(presented)) return undefined;
    const [row] = await keyWithAccount(this.#parts.database.query, { hash: hashOf(presented) });
    const now = this.#parts.clock.now();
    if (!row || row.disabled_at !== null || isOver(row.revoked_at, now)) return undefined;
    if ((row.last_used_at ?? 0) <= now - usedEveryMs) await this.#noteUse(row.key_id, now);
    return { id: row.id, keyId: row.key_id, plan: planOf(row, this.#parts.plans) };
  }

  async #noteUse(keyId: string, now: number): Promise<void> {
    await this.#parts.database.query
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', keyId)
      .execute();
  }

  /** All of an account's, oldest first. */
  async list(accountId: string): Promise<KeyRecord[]> {
    return this.#parts.database.query
      .selectFrom('api_keys')
      .select(recordColumns)
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  /** A key by its id or by itself, in force or not. */
  async find(idOrKey: string): Promise<{ id: string; accountId: string } | undefined> {
    return this.#parts.database.query
      .selectFrom('api_keys')
      .select(['id', 'account_id as accountId'])
      .where((where) => where.or({ id: idOrKey, key_hash: hashOf(idOrKey) }))
      .executeTakeFirst();
  }

  /** A further key beside those there are: the only sight of it. Throws `bad_request` when there are too many. */
  async make(accountId: string, name: string): Promise<MadeKey> {
    return this.#parts.database.write((transaction) => addKey(transaction, this.#parts, accountId, name));
  }

  /** The record of the key that is refused from now on; undefined when the account has no such key. */
  async revoke(accountId: string, keyId: string): Promise<KeyRecord | undefined> {
    const { database, clock } = this.#parts;
    return database.query
      .updateTable('api_keys')
      .set({ revoked_at: earlierOf(clock.now()) })
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .returning(recordColumns)
      .executeTakeFirst();
  }

  /**
   * A new key in place of `keyId`, which is refused after `graceMs` (contract §7.6). Undefined when
   * another rotation was faster.
   */
  async rotate(
    accountId: string,
    keyId: string,
    graceMs: number,
  ): Promise<{ made: MadeKey; previousExpiresAt: number } | undefined> {
    const { database, clock } = this.#parts;
    return database.write(async (transaction) => {
      const previous = await transaction
        .selectFrom('api_keys')
        .select(['name', 'revoked_at as revokedAt'])
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .$if(database.locksRows, (rows) => rows.forUpdate())
        .executeTakeFirst();
      // Only now: whoever had to wait for another rotation comes after it by the clock as well.
      const now = clock.now();
      if (!previous || isOver(previous.revokedAt, now)) return undefined;
      const previousExpiresAt = Math.min(previous.revokedAt ?? Infinity, now + graceMs);
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: previousExpiresAt })
        .where('id', '=', keyId)
        .execute();
      const made = await insertKey(transaction, this.#parts, accountId, previous.name);
      return { made, previousExpiresAt };
    });
  }
}

export interface MadeKey {
  /** The key itself, which nothing remembers. */
  secret: string;
  record: KeyRecord;
}

/** Whether a key is refused at `now`. */
function isOver(revokedAt: number | null, now: number): boolean {
  return revokedAt !== null && revokedAt <= now;
}

/** Of keys that are not refused at `now`. */
function inForce(now: number) {
  return (where: ExpressionBuilder<Tables, 'api_keys'>) =>
    where.or([where('revoked_at', 'is', null), where('revoked_at', '>', now)]);
}

/** `time`, unless the key ends earlier anyway. */
function earlierOf(time: number) {
  return sql<number>`case when revoked_at < ${time} then revoked_at else ${time} end`;
}

/** {@link insertKey} where somebody asked for it, who may have too many. */
export async function addKey(
  transaction: Transaction<Tables>,
  parts: AccountParts,
  accountId: string,
  name: string,
): Promise<MadeKey> {
  // Held, so that those who ask at the same moment are counted one after the other.
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .$if(parts.database.locksRows, (rows) => rows.forUpdate())
    .execute();
  const { count } = await transaction
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(inForce(parts.clock.now()))
    .executeTakeFirstOrThrow();
  if (count >= mostKeys) throw tooManyKeys();
  return insertKey(transaction, parts, accountId, name);
}

export async function insertKey(
  transaction: Transaction<Tables>,
  { clock, newId, random }: Pick<AccountParts, 'clock' | 'newId' | 'random'>,
  accountId: string,
  name: string,
): Promise<MadeKey> {
  const secret = makeKey(random);
  const record = await transaction
    .insertInto('api_keys')
    .values({
      ...{ id: newId(), account_id: accountId, key_hash: hashOf(secret), name },
      ...{ ...shownOf(secret), created_at: clock.now() },
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow();
  return { secret, record };
}

function tooManyKeys(): ServiceError {
  return new ServiceError(
    'bad_request',
    `An account has at most ${mostKeys} keys in force. Revoke one first.`,
    {
      details: { limit: mostKeys },
    },
  );
}
