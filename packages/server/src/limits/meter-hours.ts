/** The hourly totals of overage that Stripe bills, counted in the transaction that charges each conversion. */
import { prepared } from '../db/prepared.ts';

const hourMs = 3_600_000;

/** The start of the UTC hour that `at` falls into. */
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
        // One that waits for its next report keeps its time; one that was closed is due again.
        due_at: row.fn.coalesce('meter_hours.due_at', 'excluded.due_at'),
      })),
    ),
);

/** Counts one conversion, billed now, into the hour that is reported to Stripe. */
export async function countMetered(
  db: Parameters<typeof add>[0],
  { accountId, at }: { accountId: string; at: number },
): Promise<void> {
  await add(db, { accountId, hour: hourOf(at), at });
}
