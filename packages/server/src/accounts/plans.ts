/** The plan table (contract §9.1): the limits of each kind of caller. */
import { planNames } from '../setting-types.ts';
import type { AccountRow } from '../db/tables.ts';

const MB = 1024 * 1024;

export interface AccountPlan {
  name: PlanName;
  /** Conversions in a calendar month (UTC); null where they are not counted. */
  monthlyConversions: number | null;
  requestsPerMinute: number;
  /** Largest file, in bytes; one of exactly this size is accepted. */
  maxFileBytes: number;
  /** The same on `POST /api/convert` (contract §3.1). */
  maxOpenFileBytes: number;
  /** The same of a job (contract §6.9). */
  maxJobFileBytes: number;
  /** Millionths of a dollar for each conversion above the quota; null where there is no overage. */
  overageMicroUsd: number | null;
  /** Whether overage is billed by Stripe's meter; that of a plan the operator gave is the operator's to bill. */
  isOverageMetered: boolean;
  /** Dollars a month, as `GET /v1/plans` shows them; null where the price is agreed upon. */
  priceUsd: number | null;
}

export type PlanName = (typeof planNames)[number];

/** The plans that an account may be given. */
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
  // Callers without a key, told apart by address.
  { name: 'anonymous', monthlyConversions: null, requestsPerMinute: 5, priceUsd: 0, ...free },
  { name: 'free', monthlyConversions: 1_000, requestsPerMinute: 10, priceUsd: 0, ...free },
  { name: 'hobby', monthlyConversions: 10_000, requestsPerMinute: 60, priceUsd: 29, ...paid },
  { name: 'startup', monthlyConversions: 50_000, requestsPerMinute: 120, priceUsd: 99, ...paid },
  { name: 'scale', monthlyConversions: 500_000, requestsPerMinute: 600, priceUsd: 499, ...paid },
  { name: 'growth', monthlyConversions: 5_000_000, requestsPerMinute: 3_000, priceUsd: 1_999, ...paid },
  // As growth until the operator gives the account numbers of its own.
  { name: 'enterprise', monthlyConversions: 5_000_000, requestsPerMinute: 3_000, priceUsd: null, ...paid },
  // Callers without a key on a private installation.
  { name: 'local', monthlyConversions: null, requestsPerMinute: 6_000, priceUsd: 0, ...local },
];

export interface PlanOverrides {
  rateOverrides: Readonly<Record<string, number>>;
  quotaOverrides: Readonly<Record<string, number>>;
  sizeOverrides: Readonly<Record<string, number>>;
  jobSizeOverrides: Readonly<Record<string, number>>;
  planPrices: Readonly<Record<string, number>>;
}

/** Requests a minute that only read, of an address without a key (contract §2.5). */
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

/** The plan of that name that an account may have, or null. */
export function accountPlan(name: string): PaidPlanName | null {
  const known = planNames.find((plan) => plan === name);
  return known === undefined || known === 'anonymous' || known === 'local' ? null : known;
}

/** Numbers of one account in place of its plan's (contract §9.1); null is the plan's. */
export type OwnNumbers = Partial<
  Pick<AccountRow, 'monthly_conversions' | 'requests_per_minute' | 'max_file_bytes' | 'overage_micro_usd'>
>;

type PlanColumns = Pick<AccountRow, 'plan' | 'plan_source' | keyof OwnNumbers>;

/** The plan of an account, with its own numbers. */
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
