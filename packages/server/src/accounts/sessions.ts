/** Sessions of the dashboard: a browser that followed a magic link stays known for a day. */
import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { hashOf, newToken } from '../kit/secrets.ts';
import type { KnownAccount } from './keys.ts';
import type { AccountParts } from './parts.ts';
import { planOf } from './plans.ts';

const lifeMs = 24 * 3_600_000;

export class Sessions {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Whose session it is; undefined when it is over or there never was one. */
  async holderOf(token: string): Promise<KnownAccount | undefined> {
    const { database, clock, plans } = this.#parts;
    const row = await database.query
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('accounts')
      .where('sessions.token_hash', '=', hashOf(token))
      .where('sessions.expires_at', '>', clock.now())
      .where('accounts.disabled_at', 'is', null)
      .executeTakeFirst();
    return row && { id: row.id, keyId: null, plan: planOf(row, plans) };
  }
}

/** A new session's token, which only the browser keeps. Those that are over go on the way. */
export async function openSession(
  transaction: Transaction<Tables>,
  { clock, random }: Pick<AccountParts, 'clock' | 'random'>,
  accountId: string,
): Promise<string> {
  const token = newToken(random);
  const now = clock.now();
  await transaction.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await transaction
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), account_id: accountId, created_at: now, expires_at: now + lifeMs })
    .execute();
  return token;
}
