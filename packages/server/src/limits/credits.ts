/** Prepaid credits. Each change except spending is stored as a row with its reason. The balance is never negative. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { lockAllowance } from './allowances.ts';

export interface CreditChange {
  /** Id of the change of credits. A change with the same id is applied only once. */
  id: string;
  accountId: string;
  /** Number of credits to add. A negative number takes credits back, but the balance never falls below 0. */
  credits: number;
  reason: string;
  at: number;
}

export interface CreditBalance {
  credits: number;
  /** Credits that could not be taken back because the account has already spent them. */
  lost: number;
}

/** Applies a change in the write transaction `db`. */
export async function changeCredits(
  db: Kysely<Tables>,
  { id, accountId, credits: wanted, reason, at }: CreditChange,
): Promise<CreditBalance> {
  const { credits: before } = await lockAllowance(db, accountId);
  const credits = Math.max(0, before + wanted);
  const lost = credits - before - wanted;
  await db
    .insertInto('allowances')
    .values({ account_id: accountId, credits })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ credits }))
    .execute();
  const change = { id, account_id: accountId, credits: credits - before, lost, reason, at };
  await db.insertInto('credit_changes').values(change).execute();
  return { credits, lost };
}
