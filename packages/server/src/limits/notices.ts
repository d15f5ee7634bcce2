/** Notices of reached limits. Each account, month and threshold has one row, so that each notice is mailed once. */
import type { Kysely } from 'kysely';
import type { LimitThreshold, Tables } from '../db/tables.ts';

export interface ReachedThreshold {
  accountId: string;
  month: string;
  threshold: LimitThreshold;
  at: number;
}

/** Records a threshold in the transaction that charges the conversion. A no-op if it was already reached this month. */
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
