/** Dashboard sessions. A browser that opened a magic link stays signed in until 30 days after the last request. */
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Clock } from '../kit/clock.ts';
import { hashOf, newToken, type RandomBytes } from '../kit/secrets.ts';
import type { KnownAccount } from './keys.ts';
import { planOf, type AccountPlans } from './plans.ts';

const dayMs = 24 * 3_600_000;
/** Lifetime of a session after its last use, in milliseconds. Uses are recorded with a precision of one day. */
export const sessionLifeMs = 30 * dayMs;

export interface KnownSession {
  holder: KnownAccount;
  /** Whether this call extended the session, so that the cookie must be sent again. */
  renewed: boolean;
}

interface SessionServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
}

export class Sessions {
  readonly #services: SessionServices;

  constructor(services: SessionServices) {
    this.#services = services;
  }

  /**
   * Returns a session with its account, and extends it at most once a day. Returns undefined if the session is unknown
   * or has expired, or if its account is disabled or deleted.
   */
  async find(token: string): Promise<KnownSession | undefined> {
    const { database, clock, plans } = this.#services;
    const now = clock.now();
    const row = await database.query
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('accounts')
      .select('sessions.expires_at')
      .where('sessions.token_hash', '=', hashOf(token))
      .where('sessions.expires_at', '>', now)
      .where('accounts.disabled_at', 'is', null)
      .where('accounts.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const renewed = row.expires_at <= now + sessionLifeMs - dayMs && (await this.#renew(token, now));
    return { holder: { id: row.id, keyId: null, plan: planOf(row, plans) }, renewed };
  }

  async end(token: string): Promise<void> {
    await this.#services.database.query
      .deleteFrom('sessions')
      .where('token_hash', '=', hashOf(token))
      .execute();
  }

  /** Ends all sessions of an account. */
  async endAll(accountId: string): Promise<void> {
    await this.#services.database.query.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  }

  /** Extends a session. Returns whether the session still exists. */
  async #renew(token: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#services.database.query
      .updateTable('sessions')
      .set({ expires_at: now + sessionLifeMs })
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

/** Opens a session and returns its token, which only the browser stores. Removes expired sessions. */
export async function openSession(
  transaction: Transaction<Tables>,
  { clock, random }: { clock: Clock; random: RandomBytes },
  accountId: string,
): Promise<string> {
  const token = newToken(random);
  const now = clock.now();
  await transaction.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await transaction
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      created_at: now,
      expires_at: now + sessionLifeMs,
    })
    .execute();
  return token;
}
