/** Who pays for a conversion: the monthly quota, then prepaid credits, then overage (contract §9.4, §9.5). */
import type { LimitThreshold } from '../db/tables.ts';

export type Payer = 'quota' | 'credit' | 'overage';

/** What one account may still spend in a month. */
export interface AccountAllowance {
  /** Conversions a month that the plan includes. */
  limit: number;
  /** Conversions of the month that were charged to the quota. */
  fromQuota: number;
  /** Prepaid conversions left; they do not expire with the month. */
  credits: number;
  /** Conversions that may still be billed; Infinity where no cap is set, 0 where overage is off or not in the plan. */
  overageRoom: number;
}

/** The first of the three that can pay for one more conversion. */
export function payerOf({ limit, fromQuota, credits, overageRoom }: AccountAllowance): Payer | undefined {
  if (fromQuota < limit) return 'quota';
  if (credits > 0) return 'credit';
  return overageRoom > 0 ? 'overage' : undefined;
}

/**
 * Whether one more conversion can be reserved beside those `reserved` this month and `reservedBefore` in months before:
 * the quota of those has expired with their month, so that each of them may take a credit.
 */
export function hasRoom(allowance: AccountAllowance, reserved: number, reservedBefore: number): boolean {
  const { limit, fromQuota, credits, overageRoom } = allowance;
  const quotaRoom = Math.max(0, limit - fromQuota);
  return reserved < quotaRoom + Math.max(0, credits - reservedBefore) + overageRoom;
}

export interface OverageTerms {
  /** Millionths of a dollar for each conversion; undefined where the plan has no overage. */
  price: number | undefined;
  enabled: boolean;
  /** Millionths of a dollar for each month; null: none. */
  cap: number | null;
  /** Conversions already billed this month. */
  billed: number;
}

/** How many more conversions may be billed this month. */
export function overageRoom({ price, enabled, cap, billed }: OverageTerms): number {
  if (price === undefined || !enabled) return 0;
  if (cap === null) return Infinity;
  return Math.max(0, Math.floor(cap / price) - billed);
}

/**
 * The threshold that one more conversion reaches, which `payer` pays for: 80% or all of the quota, or of what may be
 * billed this month, of which `billed` was billed before. Where both are one conversion, it is the second.
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
