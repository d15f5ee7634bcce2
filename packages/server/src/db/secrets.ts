/**
 * Secrets that the installation generates once. All processes of the installation share the generated secrets. In the
 * database, the secrets are encrypted.
 */
import type { Transaction } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import { newToken, type RandomBytes } from '../kit/secrets.ts';
import type { Database } from './database.ts';
import { isEncrypted, decryptColumn, encryptColumn } from './encrypted-column.ts';
import type { Tables } from './tables.ts';

export interface SharedSecret {
  /** 256 random bits in base64url. */
  value: string;
  /** The previous secret. Signatures that were made with the previous secret are still accepted. */
  earlier?: EarlierSecret;
}

export interface EarlierSecret {
  value: string;
  until: number;
}

interface SecretOptions {
  database: Database;
  random: RandomBytes;
  clock: Clock;
  encryption: Encryption;
  /** Lifetime of values that are made with the secret, in milliseconds. */
  lifeMs: number;
  /** Called if the secret is replaced because it was encrypted with another `SECRET_KEY`. */
  onReplaced: () => void;
}

/**
 * Returns the secret with this name, which the first call generates. If an earlier version stored the secret
 * unencrypted, replaces it, because old backups contain its plain text. `earlier` in the result is the replaced secret,
 * as long as values that were made with the replaced secret are valid.
 */
export async function secretNamed(
  name: string,
  { database, random, clock, encryption, lifeMs, onReplaced }: SecretOptions,
): Promise<SharedSecret> {
  const earlierName = `${name}, earlier`;
  return database.write(async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values({ name, value: encryptColumn(encryption, newToken(random), name) })
      // If another process has generated the secret first, this process uses the stored secret.
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const stored = await readLocked(transaction, name, database.locksRows);
    const now = clock.now();
    if (stored === undefined) throw new Error(`the secret "${name}" is missing`);
    if (!isEncrypted(stored)) {
      const earlier = { value: stored, until: now + lifeMs };
      await put(transaction, earlierName, encryptColumn(encryption, JSON.stringify(earlier), earlierName));
      return { value: await renew(transaction), earlier };
    }
    const value = opened(encryption, stored, name);
    if (value === undefined) {
      onReplaced();
      await transaction.deleteFrom('secrets').where('name', '=', earlierName).execute();
      return { value: await renew(transaction) };
    }
    const before = await readLocked(transaction, earlierName, false);
    const earlier =
      before === undefined
        ? undefined
        : (JSON.parse(decryptColumn(encryption, before, earlierName)) as EarlierSecret);
    return { value, ...(earlier && earlier.until > now ? { earlier } : {}) };
  });

  async function renew(transaction: Transaction<Tables>): Promise<string> {
    const value = newToken(random);
    await put(transaction, name, encryptColumn(encryption, value, name));
    return value;
  }
}

async function readLocked(
  transaction: Transaction<Tables>,
  name: string,
  lock: boolean,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
  return row?.value;
}

async function put(transaction: Transaction<Tables>, name: string, value: string): Promise<void> {
  await transaction
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

function opened(encryption: Encryption, stored: string, about: string): string | undefined {
  try {
    return decryptColumn(encryption, stored, about);
  } catch {
    return undefined;
  }
}
