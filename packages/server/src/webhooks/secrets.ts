/** What each account's webhooks are signed with (contract §8.6): one secret at a time, shown once. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Seal } from '../kit/seal.ts';
import { hashOf, newToken, type RandomBytes } from '../kit/secrets.ts';

interface Parts {
  database: Database;
  clock: Clock;
  random: RandomBytes;
  seal: Seal;
}

export class WebhookSecrets {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A new secret in place of the one before, with which nothing is signed from now on. */
  async rotate(accountId: string): Promise<string> {
    const { database, clock, random, seal } = this.#parts;
    const secret = `whsec_${newToken(random)}`;
    const row = { sealed: seal.close(hashOf(secret), accountId), created_at: clock.now() };
    await database.query
      .insertInto('webhook_secrets')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    return secret;
  }

  /** The hash of the secret, which is what signs. Throws when it was sealed with another `SECRET_KEY`. */
  async signingKey(accountId: string): Promise<string | undefined> {
    const row = await this.#parts.database.query
      .selectFrom('webhook_secrets')
      .select('sealed')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row && this.#parts.seal.open(row.sealed, accountId);
  }
}
