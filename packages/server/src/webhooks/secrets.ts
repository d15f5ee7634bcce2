/** What each account's webhooks are signed with (contract §8.6): one secret at a time, shown once. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import { hashOf, newToken, type RandomBytes } from '../kit/secrets.ts';

interface SecretServices {
  database: Database;
  clock: Clock;
  random: RandomBytes;
  encryption: Encryption;
}

export class WebhookSecrets {
  readonly #services: SecretServices;

  constructor(parts: SecretServices) {
    this.#services = parts;
  }

  /** A new secret in place of the one before, with which nothing is signed from now on. */
  async rotate(accountId: string): Promise<string> {
    const { database, clock, random, encryption } = this.#services;
    const secret = `whsec_${newToken(random)}`;
    const row = { sealed: encryption.encrypt(hashOf(secret), accountId), created_at: clock.now() };
    await database.query
      .insertInto('webhook_secrets')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    return secret;
  }

  /** The hash of the secret, which is what signs. Throws when it was sealed with another `SECRET_KEY`. */
  async signingKey(accountId: string): Promise<string | undefined> {
    const row = await this.#services.database.query
      .selectFrom('webhook_secrets')
      .select('sealed')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row && this.#services.encryption.decrypt(row.sealed, accountId);
  }
}
