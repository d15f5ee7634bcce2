/**
 * Records the outcome of an attempt to deliver an event. One transaction updates the state of the delivery, adds the
 * attempt, and ends this process's claim on the delivery.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DeliveryRow, Tables } from '../db/tables.ts';
import type { PostOutcome } from './post.ts';
import { afterAttempt, type DeliveryProgress, type Schedule } from './schedule.ts';

/**
 * Number of latest attempts to keep per delivery. A limit is needed because redeliveries may add any number of
 * attempts.
 */
const maxKeptAttempts = 100;

/** A finished attempt. */
export interface MadeAttempt extends PostOutcome {
  /** Start and end, in milliseconds since the epoch. */
  at: number;
  endedAt: number;
  /** Duration in milliseconds. */
  ms: number;
}

/** The row of a claimed delivery. */
type ClaimedDelivery = Pick<Selectable<DeliveryRow>, 'id' | 'lease_id' | 'attempts'>;

/**
 * Records the attempt, ends the claim and returns the delivery's new state. Returns undefined if the claim was lost, or
 * if `made` is undefined because no attempt was made. If the function returns undefined, another attempt follows.
 */
export async function recordAttempt(
  database: Database,
  schedule: Schedule,
  { id, lease_id, attempts }: ClaimedDelivery,
  made: MadeAttempt | undefined,
): Promise<DeliveryProgress | undefined> {
  return database.write(async (db) => {
    // Reads the current values, because a redelivery may have been requested after the claim.
    const position = await db
      .selectFrom('deliveries')
      .select(['attempts', 'schedule_start'])
      .where('id', '=', id)
      .where('lease_id', '=', lease_id)
      .where('attempts', '=', attempts)
      .$if(database.locksRows, (rows) => rows.forUpdate())
      .executeTakeFirst();
    if (!position) return undefined;
    const progress = made && afterAttempt(schedule, position, made.error, made.endedAt);
    await db
      .updateTable('deliveries')
      .set({ ...progress, lease_id: null })
      .where('id', '=', id)
      .execute();
    if (made) await addAttempt(db, id, attempts + 1, made);
    return progress;
  });
}

async function addAttempt(
  db: Kysely<Tables>,
  id: string,
  nth: number,
  { at, status, error, ms }: MadeAttempt,
): Promise<void> {
  const row = { delivery_id: id, nth, at, status, error, duration_ms: ms };
  await db.insertInto('delivery_attempts').values(row).execute();
  if (nth <= maxKeptAttempts) return;
  await db
    .deleteFrom('delivery_attempts')
    .where('delivery_id', '=', id)
    .where('nth', '<=', nth - maxKeptAttempts)
    .execute();
}
