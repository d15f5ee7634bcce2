/**
 * Usage by UTC day and API key (contract §9.9). Each conversion is counted in the transaction that charges it. Each
 * failure is counted in the transaction that releases its reservation. Reading a year takes only a few hundred rows.
 */
import type { Kysely } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { DailyUsageRow, Tables } from '../db/tables.ts';

const dayMs = 86_400_000;

export interface DayUsage {
  /** Day in UTC, such as `2026-11-23`. */
  date: string;
  /** Successful conversions. */
  conversions: number;
  /** Successful conversions billed as overage. */
  overage: number;
  /** Accepted conversions that failed. Cancelled conversions are not counted. */
  failed: number;
}

/** A conversion to count. */
export interface CountedConversion {
  accountId: string;
  /** API key of the request. Null for a session. */
  keyId: string | null;
  /** End of the conversion, in milliseconds since the epoch. */
  at: number;
  outcome: 'converted' | 'billed' | 'failed';
  /** Number of conversions. By default, 1 conversion is counted. */
  count?: number | undefined;
}

const add = prepared((db, row: DailyUsageRow) =>
  db
    .insertInto('daily_usage')
    .values({
      account_id: row.account_id,
      day: row.day,
      key_id: row.key_id,
      conversions: row.conversions,
      overage: row.overage,
      failed: row.failed,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'key_id']).doUpdateSet((eb) => ({
        conversions: eb('daily_usage.conversions', '+', eb.ref('excluded.conversions')),
        overage: eb('daily_usage.overage', '+', eb.ref('excluded.overage')),
        failed: eb('daily_usage.failed', '+', eb.ref('excluded.failed')),
      })),
    ),
);

export async function countConversion(
  db: Kysely<Tables>,
  { accountId, keyId, at, outcome, count = 1 }: CountedConversion,
): Promise<void> {
  await add(db, {
    account_id: accountId,
    day: Math.floor(at / dayMs),
    key_id: keyId ?? '',
    conversions: outcome === 'failed' ? 0 : count,
    overage: outcome === 'billed' ? count : 0,
    failed: outcome === 'failed' ? count : 0,
  });
}

/**
 * Returns the usage of each of the last `days` days, including days without conversions. The last of the returned days
 * is the day that contains the time `now`. If `keyId` is given, counts only the conversions of this key.
 */
export async function usageByDay(
  db: Kysely<Tables>,
  {
    accountId,
    keyId,
    days,
    now,
  }: { accountId: string; keyId?: string | undefined; days: number; now: number },
): Promise<DayUsage[]> {
  const first = Math.floor(now / dayMs) - days + 1;
  const rows = await db
    .selectFrom('daily_usage')
    .select(['day', 'conversions', 'overage', 'failed'])
    .where('account_id', '=', accountId)
    .where('day', '>=', first)
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .execute();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return Array.from({ length: days }, (_, n) => {
    const ofDay = byDay.get(first + n) ?? [];
    const sum = (column: 'conversions' | 'overage' | 'failed') =>
      ofDay.reduce((total, row) => total + row[column], 0);
    return {
      date: new Date((first + n) * dayMs).toISOString().slice(0, 10),
      conversions: sum('conversions'),
      overage: sum('overage'),
      failed: sum('failed'),
    };
  });
}
