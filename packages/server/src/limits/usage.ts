/** An account's usage and limits of this month, for `GET /v1/usage` and the operator (contract §9.7). */
import type { Kysely } from 'kysely';
import type { AccountPlan } from '../accounts/plans.ts';
import type { Tables } from '../db/tables.ts';
import { monthOf } from '../kit/months.ts';
import { timeText } from '../kit/time-text.ts';
import { findAllowance } from './allowances.ts';
import { totalsOf } from './ledger.ts';

export interface AccountUsage {
  plan: string;
  /** Period in ISO 8601. The end of the period is exclusive. */
  period: { start: string; end: string };
  /** Charged conversions, excluding reservations. `limit` and `remaining` are null if the plan has no monthly limit. */
  conversions: {
    used: number;
    limit: number | null;
    remaining: number | null;
    overage: number;
    overage_cost_usd: number;
  };
  max_file_size: number;
  credits: number;
  overage_enabled: boolean;
  /** Maximum cost of overage this month. Null means no cap. */
  overage_cap_usd: number | null;
  overage_spent_usd: number;
}

/** Returns the usage of the month that contains `now`. */
export async function usageOf(
  db: Kysely<Tables>,
  { id, plan }: { id: string; plan: AccountPlan },
  now: number,
): Promise<AccountUsage> {
  const month = monthOf(now);
  const totals = await totalsOf(db, id, month.name);
  const allowance = await findAllowance(db, id);
  const limit = plan.monthlyConversions;
  return {
    plan: plan.name,
    period: { start: timeText(month.start), end: timeText(month.end) },
    conversions: {
      used: totals.conversions,
      limit,
      remaining: limit === null ? null : Math.max(0, limit - totals.fromQuota),
      overage: totals.billed,
      overage_cost_usd: totals.owedMicroUsd / 1e6,
    },
    max_file_size: plan.maxFileBytes,
    credits: allowance.credits,
    overage_enabled: allowance.overage_enabled === 1 && plan.overageMicroUsd !== null,
    overage_cap_usd: allowance.overage_cap_micro_usd === null ? null : allowance.overage_cap_micro_usd / 1e6,
    overage_spent_usd: totals.owedMicroUsd / 1e6,
  };
}
