/** Selects who pays for a conversion: the monthly quota, then prepaid credits, then overage (contract §9.4, §9.5). */
import type { LimitThreshold } from '../db/tables.ts';

export type Payer = 'quota' | 'credit' | 'overage';

/** Allowance of an account in a month. */
export interface AccountAllowance {
  /** Conversions per month that the plan includes. */
  limit: number;
  /** Conversions of the month charged to the quota. */
  fromQuota: number;
  /** Remaining prepaid conversions. Prepaid conversions do not expire at the end of the month. */
  credits: number;
  /**
   * Conversions that may still be billed as overage. The number of these conversions is infinity if the overage has no
   * cap, and 0 if overage is off or not part of the plan.
   */
  overageRoom: number;
}

/** Returns the first of quota, credits and overage that can pay for another conversion. */
export function payerOf({ limit, fromQuota, credits, overageRoom }: AccountAllowance): Payer | undefined {
  if (fromQuota < limit) return 'quota';
  if (credits > 0) return 'credit';
  return overageRoom > 0 ? 'overage' : undefined;
}

/**
 * Whether one more conversion can be reserved. `reserved` is the number of reservations of this month. `reservedBefore`
 * is the number of reservations of earlier months. Each reservation of an earlier month may take a credit, because the
 * quota of that month has expired.
 */
export function hasRoom(allowance: AccountAllowance, reserved: number, reservedBefore: number): boolean {
  const { limit, fromQuota, credits, overageRoom } = allowance;
  const quotaRoom = Math.max(0, limit - fromQuota);
  return reserved < quotaRoom + Math.max(0, credits - reservedBefore) + overageRoom;
}

export interface OverageTerms {
  /** Price per conversion, in millionths of a dollar, or undefined if the plan has no overage. */
  price: number | undefined;
  enabled: boolean;
  /** Cap per month, in millionths of a dollar, or null if there is no cap. */
  cap: number | null;
  /** Number of conversions already billed as overage this month. */
  billed: number;
}

/** Returns the number of conversions that may still be billed as overage this month. */
export function overageRoom({ price, enabled, cap, billed }: OverageTerms): number {
  if (price === undefined || !enabled) return 0;
  if (cap === null) return Infinity;
  return Math.max(0, Math.floor(cap / price) - billed);
}

/**
 * Returns the threshold that the next conversion reaches: 80% or 100% of the quota, or of the overage that may be
 * billed this month. If the conversion reaches both thresholds, returns 100%. `payer` pays for the conversion. `billed`
 * is the number of conversions already billed this month.
 */
export function reachedThreshold(
  payer: Payer,
  { limit, fromQuota, overageRoom }: AccountAllowance,
  billed: number,
): LimitThreshold | undefined {
  if (payer === 'credit') return undefined;
  const [what, count, all] =
    payer === 'quota'
      ? (['quota', fromQuota + 1, limit] as const)
      : (['overage', billed + 1, billed + overageRoom] as const);
  if (count === all) return `${what}_100`;
  return count === Math.ceil((all * 4) / 5) ? `${what}_80` : undefined;
}
