/** Generates the table of plans in docs/api/limits.md. */
import { planTable, type AccountPlan } from '../../packages/server/src/accounts/plans.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { markdownTable } from './markdown-table.ts';

const MB = 1024 * 1024;

export function plansTable(): string {
  const plans = Object.values(planTable(loadConfig({})));
  const head = [
    'plan',
    'conversions a month',
    'requests a minute',
    'file size',
    'job file size',
    'each extra conversion',
    'price a month',
  ];
  return markdownTable([head, ...plans.map(row)]);
}

function row({ name, ...plan }: AccountPlan): string[] {
  if (name === 'enterprise') return [name, ...Array<string>(6).fill('as agreed')];
  const { monthlyConversions: monthly, overageMicroUsd: overage } = plan;
  return [
    withoutKey[name] ?? name,
    monthly === null || name === 'anonymous' ? 'not counted' : monthly.toLocaleString('en'),
    plan.requestsPerMinute.toLocaleString('en'),
    size(plan.maxFileBytes),
    name === 'anonymous' ? 'no jobs' : size(plan.maxJobFileBytes),
    overage === null ? 'none' : `$${overage / 1e6}`,
    `$${plan.priceUsd?.toLocaleString('en') ?? 0}`,
  ];
}

/**
 * The table's names for the plans of callers without a key: on a public installation (`anonymous`) and on a private one
 * (`local`).
 */
const withoutKey: Readonly<Record<string, string>> = {
  anonymous: 'without a key',
  local: 'without a key, private',
};

const size = (bytes: number) => (bytes < 1024 * MB ? `${bytes / MB} MB` : `${bytes / MB / 1024} GB`);
