/** The plan table (contract §9.1): the limits of each plan. */
import { planNames } from '../setting-types.ts';
import type { AccountRow } from '../db/tables.ts';

const MB = 1024 * 1024;

export interface AccountPlan {
  name: PlanName;
  /** Conversions per calendar month (UTC). Null if unlimited. */
  monthlyConversions: number | null;
  requestsPerMinute: number;
  /** Maximum size of a file, in bytes. */
  maxFileBytes: number;
  /** Maximum size of a file on `POST /api/convert` (contract §3.1), in bytes. */
  maxOpenFileBytes: number;
  /** Maximum size of a job's file (contract §6.9), in bytes. */
  maxJobFileBytes: number;
  /** Price of each conversion above the quota, in millionths of a dollar. Null if there is no overage. */
  overageMicroUsd: number | null;
  /** Whether Stripe's meter bills overage. If the operator assigned the plan, the operator bills the overage. */
  isOverageMetered: boolean;
  /** Price in dollars per month, as in `GET /v1/plans`. The price is null if it is negotiated. */
  priceUsd: number | null;
}

export type PlanName = (typeof planNames)[number];

/** Plans that an account may have. */
export type PaidPlanName = Exclude<PlanName, 'anonymous' | 'local'>;

/** The plans of this installation. */
export type AccountPlans = Readonly<Record<PlanName, AccountPlan>>;

const paid = {
  maxFileBytes: 100 * MB,
  maxOpenFileBytes: 500 * MB,
  maxJobFileBytes: 5 * 1024 * MB,
  overageMicroUsd: 5_000,
};
const free = {
  maxFileBytes: 25 * MB,
  maxOpenFileBytes: 25 * MB,
  maxJobFileBytes: 100 * MB,
  overageMicroUsd: null,
};

const local = {
  maxFileBytes: 5 * 1024 * MB,
  maxOpenFileBytes: 5 * 1024 * MB,
  maxJobFileBytes: 5 * 1024 * MB,
  overageMicroUsd: null,
};

const table: readonly Omit<AccountPlan, 'isOverageMetered'>[] = [
  // The plan of callers without a key, who are identified by their IP address.
  { name: 'anonymous', monthlyConversions: null, requestsPerMinute: 5, priceUsd: 0, ...free },
  { name: 'free', monthlyConversions: 1_000, requestsPerMinute: 10, priceUsd: 0, ...free },
  { name: 'hobby', monthlyConversions: 10_000, requestsPerMinute: 60, priceUsd: 29, ...paid },
  { name: 'startup', monthlyConversions: 50_000, requestsPerMinute: 120, priceUsd: 99, ...paid },
  { name: 'scale', monthlyConversions: 500_000, requestsPerMinute: 600, priceUsd: 499, ...paid },
  { name: 'growth', monthlyConversions: 5_000_000, requestsPerMinute: 3_000, priceUsd: 1_999, ...paid },
  // An account with this plan has the limits of the growth plan until the operator sets the account's own limits.
  { name: 'enterprise', monthlyConversions: 5_000_000, requestsPerMinute: 3_000, priceUsd: null, ...paid },
  // The plan of callers without a key on a private installation.
  { name: 'local', monthlyConversions: null, requestsPerMinute: 6_000, priceUsd: 0, ...local },
];

export interface PlanOverrides {
  rateOverrides: Readonly<Record<string, number>>;
  quotaOverrides: Readonly<Record<string, number>>;
  sizeOverrides: Readonly<Record<string, number>>;
  jobSizeOverrides: Readonly<Record<string, number>>;
  planPrices: Readonly<Record<string, number>>;
}

/**
 * Maximum number of requests per minute to endpoints that only read, for one IP address without an API key
 * (contract §2.5).
 */
export const readingPerMinute = ({ rateOverrides }: Pick<PlanOverrides, 'rateOverrides'>): number =>
  rateOverrides['reading'] ?? 60;

export function planTable({
  rateOverrides,
  quotaOverrides,
  sizeOverrides,
  jobSizeOverrides,
  planPrices,
}: PlanOverrides): AccountPlans {
  const plans = table.map((plan) => ({
    ...plan,
    requestsPerMinute: rateOverrides[plan.name] ?? plan.requestsPerMinute,
    monthlyConversions: quotaOverrides[plan.name] ?? plan.monthlyConversions,
    maxFileBytes: sizeOverrides[plan.name] ?? plan.maxFileBytes,
    maxOpenFileBytes: sizeOverrides[plan.name] ?? plan.maxOpenFileBytes,
    maxJobFileBytes: jobSizeOverrides[plan.name] ?? plan.maxJobFileBytes,
    priceUsd: planPrices[plan.name] ?? plan.priceUsd,
    isOverageMetered: false,
  }));
  return Object.fromEntries(plans.map((plan) => [plan.name, plan])) as unknown as AccountPlans;
}

/** Returns `name` if it is the name of a plan that an account may have. Returns null for any other name. */
export function accountPlan(name: string): PaidPlanName | null {
  const known = planNames.find((plan) => plan === name);
  return known === undefined || known === 'anonymous' || known === 'local' ? null : known;
}

/** An account's own limits, which replace the limits of its plan (contract §9.1). Null keeps the plan's limit. */
export type OwnNumbers = Partial<
  Pick<AccountRow, 'monthly_conversions' | 'requests_per_minute' | 'max_file_bytes' | 'overage_micro_usd'>
>;

type PlanColumns = Pick<AccountRow, 'plan' | 'plan_source' | keyof OwnNumbers>;

/** Returns the plan of an account, with the account's own limits. */
export function planOf(row: PlanColumns, plans: AccountPlans): AccountPlan {
  const name = row.plan === 'local' ? row.plan : accountPlan(row.plan);
  if (!name) throw new Error(`An account has the unknown plan "${row.plan}".`);
  const plan = plans[name];
  return {
    ...plan,
    monthlyConversions: row.monthly_conversions ?? plan.monthlyConversions,
    requestsPerMinute: row.requests_per_minute ?? plan.requestsPerMinute,
    maxFileBytes: row.max_file_bytes ?? plan.maxFileBytes,
    maxOpenFileBytes: Math.max(row.max_file_bytes ?? 0, plan.maxOpenFileBytes),
    maxJobFileBytes: Math.max(row.max_file_bytes ?? 0, plan.maxJobFileBytes),
    overageMicroUsd: row.overage_micro_usd ?? plan.overageMicroUsd,
    isOverageMetered: row.plan_source === 'stripe',
  };
}
