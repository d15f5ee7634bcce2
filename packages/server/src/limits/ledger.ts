/**
 * The ledger. The ledger has one row for each successful conversion. Each row also contains the account's totals of the
 * month up to its conversion.
 */
import type { Insertable, Kysely } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { LedgerRow, Tables } from '../db/tables.ts';
import type { Payer } from './allowance.ts';

/** Usage of an account in a month: the totals of the month's last row. */
export interface LedgerTotals {
  /** Successful conversions. */
  conversions: number;
  /** Successful conversions charged to the monthly quota. */
  fromQuota: number;
  /** Successful conversions billed as overage. */
  billed: number;
  /** Amount that the account owes for billed conversions of the month, in millionths of a dollar. */
  owedMicroUsd: number;
}

const lastOfMonth = prepared((db, { accountId, month }: { accountId: string; month: string }) =>
  db
    .selectFrom('ledger')
    .select(['nth', 'from_quota', 'billed', 'owed_micro_usd'])
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .orderBy('nth', 'desc')
    .limit(1),
);

export async function totalsOf(db: Kysely<Tables>, accountId: string, month: string): Promise<LedgerTotals> {
  const [last] = await lastOfMonth(db, { accountId, month });
  return {
    conversions: last?.nth ?? 0,
    fromQuota: last?.from_quota ?? 0,
    billed: last?.billed ?? 0,
    owedMicroUsd: last?.owed_micro_usd ?? 0,
  };
}

export interface LedgerEntry {
  id: string;
  accountId: string;
  month: string;
  payer: Payer;
  /** Price in millionths of a dollar if the conversion is billed as overage. */
  price: number;
  at: number;
  /** API key of the request. */
  keyId: string | null;
  /** Whether Stripe bills the conversion if the conversion is overage. Ignored for conversions that are not overage. */
  isMetered: boolean;
}

const insert = prepared((db, row: Insertable<LedgerRow>) =>
  db.insertInto('ledger').values({
    id: row.id,
    account_id: row.account_id,
    month: row.month,
    nth: row.nth,
    payer: row.payer,
    from_quota: row.from_quota,
    billed: row.billed,
    owed_micro_usd: row.owed_micro_usd,
    at: row.at,
    key_id: row.key_id,
    metered: row.metered,
  }),
);

/**
 * Adds a row for the conversion. `totals` are the totals in the account's latest row. The caller must lock the
 * account's allowance before it reads `totals`.
 */
export async function enter(db: Kysely<Tables>, entry: LedgerEntry, totals: LedgerTotals): Promise<void> {
  const { id, accountId, month, payer, price, at, isMetered, keyId } = entry;
  const billed = payer === 'overage' ? 1 : 0;
  const row = {
    ...{ id, month, payer, at },
    metered: isMetered ? billed : 0,
    account_id: accountId,
    key_id: keyId,
    nth: totals.conversions + 1,
    from_quota: totals.fromQuota + (payer === 'quota' ? 1 : 0),
    billed: totals.billed + billed,
    owed_micro_usd: totals.owedMicroUsd + billed * price,
  };
  await insert(db, row);
}

export async function isEntered(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('ledger').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
