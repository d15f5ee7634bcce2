/** Checks that an account still exists, so that no data is written for a deleted account. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';

/**
 * Locks the account until the transaction ends. Throws {@link accountDeleted} if the account was deleted in the
 * meantime.
 */
export async function lockAccount(
  transaction: Transaction<Tables>,
  { locksRows }: Pick<Database, 'locksRows'>,
  id: string,
): Promise<void> {
  const row = await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(locksRows, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw accountDeleted();
}

/** Returns the time of the account's deletion in milliseconds since the epoch, or null if the account still exists. */
export async function deletionTime(db: Kysely<Tables>, id: string): Promise<number | null> {
  const account = await db
    .selectFrom('accounts')
    .select('deleted_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return account?.deleted_at ?? null;
}

/** Error for a request that was authenticated before the deletion. */
export function accountDeleted(): ServiceError {
  return new ServiceError('invalid_api_key', 'This account was deleted.');
}
