/** Secrets that this installation makes up for itself, once, and that all of its processes share; sealed at rest. */
import type { Transaction } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';
import { newToken, type RandomBytes } from '../kit/secrets.ts';
import type { Database } from './database.ts';
import { isSealed, openColumn, sealColumn } from './sealed.ts';
import type { Tables } from './tables.ts';

export interface SharedSecret {
  /** 256 random bits in base64url. */
  value: string;
  /** The one before it, for what was made with it and still counts. */
  earlier?: EarlierSecret;
}

export interface EarlierSecret {
  value: string;
  until: number;
}

interface SecretParts {
  database: Database;
  random: RandomBytes;
  clock: Clock;
  encryption: Encryption;
  /** How long what is made with the secret counts, in milliseconds. */
  lifeMs: number;
  /** Hears that the secret was sealed with another `SECRET_KEY`, and that there is a new one in its place. */
  onReplaced: () => void;
}

/**
 * The secret of this name; the first to ask makes it. One that an earlier version left in clear is replaced, since old
 * backups hold it: it is the earlier one for as long as what was made with it may count.
 */
export async function secretNamed(
  name: string,
  { database, random, clock, encryption, lifeMs, onReplaced }: SecretParts,
): Promise<SharedSecret> {
  const earlierName = `${name}, earlier`;
  return database.write(async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values({ name, value: sealColumn(encryption, newToken(random), name) })
      // Whoever comes second finds what the first one made.
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const stored = await readLocked(transaction, name, database.locksRows);
    const now = clock.now();
    if (stored === undefined) throw new Error(`the secret "${name}" is gone`);
    if (!isSealed(stored)) {
      const earlier = { value: stored, until: now + lifeMs };
      await put(transaction, earlierName, sealColumn(encryption, JSON.stringify(earlier), earlierName));
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
        : (JSON.parse(openColumn(encryption, before, earlierName)) as EarlierSecret);
    return { value, ...(earlier && earlier.until > now ? { earlier } : {}) };
  });

  async function renew(transaction: Transaction<Tables>): Promise<string> {
    const value = newToken(random);
    await put(transaction, name, sealColumn(encryption, value, name));
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
    return openColumn(encryption, stored, about);
  } catch {
    return undefined;
  }
}
