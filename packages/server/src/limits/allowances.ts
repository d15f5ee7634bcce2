/**
 * Stores the allowance that an account has in addition to its plan: prepaid credits and the overage setting.
 */
import type { Kysely, Selectable } from 'kysely';
import { isEmbedded } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { AllowanceRow, Tables } from '../db/tables.ts';

export type AllowanceValues = Pick<
  Selectable<AllowanceRow>,
  'credits' | 'overage_enabled' | 'overage_cap_micro_usd' | 'closed'
>;

const noAllowance: AllowanceValues = {
  credits: 0,
  overage_enabled: 1,
  overage_cap_micro_usd: null,
  closed: 0,
};

const columns = ['credits', 'overage_enabled', 'overage_cap_micro_usd', 'closed'] as const;

const find = prepared((db, { accountId }: { accountId: string }) =>
  db.selectFrom('allowances').select(columns).where('account_id', '=', accountId),
);

const lock = prepared((db, { accountId }: { accountId: string }) =>
  db
    .insertInto('allowances')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning(columns),
);

export async function findAllowance(db: Kysely<Tables>, accountId: string): Promise<AllowanceValues> {
  const [row = noAllowance] = await find(db, { accountId });
  return row;
}

/**
 * Returns the allowance of the account and locks it. No other reservation or charge of the account runs until the
 * transaction `db` ends. `db` must be a write transaction.
 */
export async function lockAllowance(db: Kysely<Tables>, accountId: string): Promise<AllowanceValues> {
  // On SQLite a write transaction excludes all other write transactions.
  if (isEmbedded(db)) return findAllowance(db, accountId);
  const [row = noAllowance] = await lock(db, { accountId });
  return row;
}

export async function spendCredit(db: Kysely<Tables>, accountId: string): Promise<void> {
  await db
    .updateTable('allowances')
    .set(({ eb }) => ({ credits: eb('credits', '-', 1) }))
    .where('account_id', '=', accountId)
    .execute();
}

/** Whether overage is enabled, and its cap in millionths of a dollar. Null means no cap. */
export interface OverageSetting {
  enabled: boolean;
  cap: number | null;
}

/**
 * Turns overage on or off and sets its cap. If `cap` is undefined, the cap does not change. Returns the overage setting
 * after the change.
 */
export async function setOverage(
  db: Kysely<Tables>,
  accountId: string,
  { enabled, cap }: { enabled: boolean; cap?: number | null | undefined },
): Promise<OverageSetting> {
  const values = {
    overage_enabled: enabled ? 1 : 0,
    ...(cap === undefined ? {} : { overage_cap_micro_usd: cap }),
  };
  const row = await db
    .insertInto('allowances')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { enabled: row.overage_enabled === 1, cap: row.overage_cap_micro_usd };
}

/**
 * Closes the allowance of an account. Waits for running reservations and charges. After the commit, no
 * conversion of the account can be reserved or charged.
 */
export async function closeAllowance(db: Kysely<Tables>, accountId: string): Promise<void> {
  await db
    .insertInto('allowances')
    .values({ account_id: accountId, closed: 1 })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ closed: 1 }))
    .execute();
}
