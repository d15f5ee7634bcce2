/**
 * Counts the overage conversions that Stripe bills, per account and hour. Each conversion is counted in the transaction
 * that charges it.
 */
import type { Kysely } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';

const hourMs = 3_600_000;

/** Returns the start of the UTC hour of `at`. */
export const hourOf = (at: number): number => at - (at % hourMs);

const add = prepared((db, values: { accountId: string; hour: number; at: number }) =>
  db
    .insertInto('meter_hours')
    .values({
      account_id: values.accountId,
      hour: values.hour,
      conversions: 1,
      last_at: values.at,
      due_at: values.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hour']).doUpdateSet((row) => ({
        conversions: row('meter_hours.conversions', '+', 1),
        last_at: row.ref('excluded.last_at'),
        // If a report for this hour is already scheduled, the time of the report does not change. If the hour was
        // already reported, a new report is scheduled.
        due_at: row.fn.coalesce('meter_hours.due_at', 'excluded.due_at'),
      })),
    ),
);

/**
 * Returns the number of conversions that Stripe bills for an hour. Adds the conversions that were carried over from
 * earlier hours, and subtracts the conversions that were carried over to a later hour.
 */
export const valueOf = (row: { conversions: number; carried_in: number; carried_out: number }): number =>
  row.conversions - row.carried_out + row.carried_in;

/** Adds a billed conversion to the count of its hour. */
export async function countMetered(
  db: Parameters<typeof add>[0],
  { accountId, at }: { accountId: string; at: number },
): Promise<void> {
  await add(db, { accountId, hour: hourOf(at), at });
}

/**
 * Adds conversions of an earlier hour to the hour that contains `at`, so that Stripe bills them in the later hour. `db`
 * is the transaction to use.
 */
export async function carryInto(
  db: Kysely<Tables>,
  { accountId, conversions, at }: { accountId: string; conversions: number; at: number },
): Promise<void> {
  const row = { account_id: accountId, hour: hourOf(at), conversions: 0, last_at: at, due_at: at };
  await db
    .insertInto('meter_hours')
    .values({ ...row, carried_in: conversions })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hour']).doUpdateSet((old) => ({
        carried_in: old('meter_hours.carried_in', '+', conversions),
        due_at: old.fn.coalesce('meter_hours.due_at', 'excluded.due_at'),
      })),
    )
    .execute();
}
