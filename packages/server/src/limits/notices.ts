/**
 * Records when an account reaches a limit. An account that reaches a limit gets an email. The table has one row for
 * each account, month and threshold, so each email is sent only once.
 */
import type { Kysely } from 'kysely';
import type { LimitThreshold, Tables } from '../db/tables.ts';

export interface ReachedThreshold {
  accountId: string;
  month: string;
  threshold: LimitThreshold;
  at: number;
}

/**
 * Records that an account has reached a threshold, in the transaction that charges the conversion. Does nothing if the
 * account already reached the threshold this month.
 */
export async function noteThreshold(
  db: Kysely<Tables>,
  { accountId, month, threshold, at }: ReachedThreshold,
): Promise<void> {
  await db
    .insertInto('limit_notices')
    .values({ account_id: accountId, month, threshold, due_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'month', 'threshold']).doNothing())
    .execute();
}
