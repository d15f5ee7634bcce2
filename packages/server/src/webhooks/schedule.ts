/** Computes the times of delivery attempts, and the state after each attempt (contract §8.5). */
import type { Selectable } from 'kysely';
import type { DeliveryRow } from '../db/tables.ts';

/** Delay before each attempt, in milliseconds. A schedule has one delay for each attempt. */
export type Schedule = readonly [number, ...number[]];

/** Columns that an attempt changes. */
export type DeliveryProgress = Pick<Selectable<DeliveryRow>, 'status' | 'attempts' | 'last_error' | 'due_at'>;

export const firstAttempt = ([wait]: Schedule, now: number): number => now + wait;

/** Position of a delivery in its schedule. */
export type SchedulePosition = Pick<Selectable<DeliveryRow>, 'attempts' | 'schedule_start'>;

/** Returns the state after another attempt, which ended at `now`. `error` is null if the attempt succeeded. */
export function afterAttempt(
  schedule: Schedule,
  before: SchedulePosition,
  error: string | null,
  now: number,
): DeliveryProgress {
  const attempts = before.attempts + 1;
  // A redelivery was requested during the attempt, so the next attempt starts now.
  if (before.schedule_start > before.attempts)
    return { status: 'retrying', attempts, last_error: error, due_at: now };
  if (error === null) return { status: 'delivered', attempts, last_error: null, due_at: null };
  const wait = schedule[attempts - before.schedule_start];
  return wait === undefined
    ? { status: 'failed', attempts, last_error: error, due_at: null }
    : { status: 'retrying', attempts, last_error: error, due_at: now + wait };
}
