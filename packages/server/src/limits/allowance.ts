/** Who pays for a conversion: the monthly quota, then prepaid credits, then overage (contract §9.4, §9.5). */

export type Payer = 'quota' | 'credit' | 'overage';

/** What one account may still spend in a month. */
export interface AccountAllowance {
  /** Conversions a month that the plan includes. */
  limit: number;
  /** Conversions of the month that the quota has paid for. */
  fromQuota: number;
  /** Prepaid conversions left; they do not end with the month. */
  credits: number;
  /** Conversions that may still be billed; Infinity where no cap is set, 0 where overage is off or not in the plan. */
  overageRoom: number;
}

/** The first of the three that can pay for one conversion more. */
export function payerOf({ limit, fromQuota, credits, overageRoom }: AccountAllowance): Payer | undefined {
  if (fromQuota < limit) return 'quota';
  if (credits > 0) return 'credit';
  return overageRoom > 0 ? 'overage' : undefined;
}

/**
 * Whether one conversion more can be promised beside those `reserved` this month and `reservedBefore` in months
 * before: their quota is gone with their month, so each of them may come to take a credit.
 */
export function hasRoom(allowance: AccountAllowance, reserved: number, reservedBefore: number): boolean {
  const { limit, fromQuota, credits, overageRoom } = allowance;
  const quotaRoom = Math.max(0, limit - fromQuota);
  return reserved < quotaRoom + Math.max(0, credits - reservedBefore) + overageRoom;
}

export interface OverageTerms {
  /** Millionths of a dollar a conversion; undefined where the plan has none. */
  price: number | undefined;
  enabled: boolean;
  /** Millionths of a dollar a month, or null. */
  cap: number | null;
  /** Conversions already billed this month. */
  billed: number;
}

/** How many conversions more may be billed this month. */
export function overageRoom({ price, enabled, cap, billed }: OverageTerms): number {
  if (price === undefined || !enabled) return 0;
  if (cap === null) return Infinity;
  return Math.max(0, Math.floor(cap / price) - billed);
}
