/** When deliveries are attempted, and their state after each attempt (contract §8.5). */
import type { Selectable } from 'kysely';
import type { DeliveryRow } from '../db/tables.ts';

/** The delay before each attempt in milliseconds; there are as many attempts as delays. */
export type Schedule = readonly [number, ...number[]];

/** What an attempt changes in its row. */
export type DeliveryProgress = Pick<Selectable<DeliveryRow>, 'status' | 'attempts' | 'last_error' | 'due_at'>;

export const firstAttempt = ([wait]: Schedule, now: number): number => now + wait;

/** Where a delivery is in its schedule. */
export type SchedulePosition = Pick<Selectable<DeliveryRow>, 'attempts' | 'schedule_start'>;

/** The state after one more attempt, which ended at `now` with `error`; null: it succeeded. */
export function afterAttempt(
  schedule: Schedule,
  before: SchedulePosition,
  error: string | null,
  now: number,
): DeliveryProgress {
  const attempts = before.attempts + 1;
  // A redelivery was asked for during the attempt.
  if (before.schedule_start > before.attempts)
    return { status: 'retrying', attempts, last_error: error, due_at: now };
  if (error === null) return { status: 'delivered', attempts, last_error: null, due_at: null };
  const wait = schedule[attempts - before.schedule_start];
  return wait === undefined
    ? { status: 'failed', attempts, last_error: error, due_at: null }
    : { status: 'retrying', attempts, last_error: error, due_at: now + wait };
}
