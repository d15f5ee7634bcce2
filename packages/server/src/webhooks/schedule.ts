/** When deliveries are attempted, and their state after each attempt (contract §8.5). */
import type { Selectable } from 'kysely';
import type { DeliveryRow } from '../db/tables.ts';

/** The delay before each attempt in milliseconds; there are as many attempts as delays. */
export type Schedule = readonly [number, ...number[]];

/** What an attempt changes in its row. */
export type DeliveryProgress = Pick<Selectable<DeliveryRow>, 'status' | 'attempts' | 'last_error' | 'due_at'>;

export const firstAttempt = ([wait]: Schedule, now: number): number => now + wait;

/** The state after one more attempt, which ended at `now` with `error`; null: it succeeded. */
export function afterAttempt(
  schedule: Schedule,
  attemptsBefore: number,
  error: string | null,
  now: number,
): DeliveryProgress {
  const attempts = attemptsBefore + 1;
  if (error === null) return { status: 'delivered', attempts, last_error: null, due_at: null };
  const wait = schedule[attempts];
  return wait === undefined
    ? { status: 'failed', attempts, last_error: error, due_at: null }
    : { status: 'retrying', attempts, last_error: error, due_at: now + wait };
}
