/**
 * The webhook secrets of accounts (contract §8.6). Each account has at most one secret. A secret is shown only once.
 */
import { lockAccount } from '../accounts/open-account.ts';
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
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #encryption: Encryption;

  constructor({ database, clock, random, encryption }: SecretServices) {
    this.#database = database;
    this.#clock = clock;
    this.#random = random;
    this.#encryption = encryption;
  }

  /** Returns a new secret, which immediately replaces the account's current secret. */
  async rotate(accountId: string): Promise<string> {
    const secret = `whsec_${newToken(this.#random)}`;
    const row = {
      encrypted_key: this.#encryption.encrypt(hashOf(secret), accountId),
      created_at: this.#clock.now(),
    };
    await this.#database.write(async (transaction) => {
      await lockAccount(transaction, this.#database, accountId);
      await transaction
        .insertInto('webhook_secrets')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
    });
    return secret;
  }

  /**
   * Returns the signing key, which is the hash of the secret. Returns undefined if the account has no secret. Throws if
   * the key was encrypted with another `SECRET_KEY`.
   */
  async signingKey(accountId: string): Promise<string | undefined> {
    const row = await this.#database.query
      .selectFrom('webhook_secrets')
      .select('encrypted_key')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row && this.#encryption.decrypt(row.encrypted_key, accountId);
  }
}
