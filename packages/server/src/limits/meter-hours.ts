/** Hourly totals of overage that Stripe bills, counted in the transaction that charges each conversion. */
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
        // An hour that already has a scheduled report keeps its time. An hour without one becomes due again.
        due_at: row.fn.coalesce('meter_hours.due_at', 'excluded.due_at'),
      })),
    ),
);

/**
 * Returns the number of conversions that Stripe bills for an hour: its own conversions, without those carried to a
 * later hour, and with those carried in from earlier hours.
 */
export const valueOf = (row: { conversions: number; carried_in: number; carried_out: number }): number =>
  row.conversions - row.carried_out + row.carried_in;

/** Counts a conversion that is billed now into its hour. */
export async function countMetered(
  db: Parameters<typeof add>[0],
  { accountId, at }: { accountId: string; at: number },
): Promise<void> {
  await add(db, { accountId, hour: hourOf(at), at });
}

/** Makes the hour of `at` also bill conversions of an earlier hour, in the transaction `db`. */
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
