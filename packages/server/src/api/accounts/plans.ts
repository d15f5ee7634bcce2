/** GET /v1/plans (contract §9.1): the public plan table. */
import { z } from 'zod';
import { accountPlan, type AccountPlan, type AccountPlans } from '../../accounts/plans.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

const planSchema = z
  .strictObject({
    name: z.string(),
    custom: z.boolean().meta({
      description:
        'Whether the limits are agreed individually. Limits that are agreed individually are null.',
    }),
    monthly_conversions: z.number().nullable(),
    requests_per_minute: z.number().nullable(),
    max_file_size: z.number().nullable().meta({ description: 'In bytes.' }),
    max_job_file_size: z.number().nullable().meta({ description: 'Maximum file size of a job, in bytes.' }),
    overage_usd: z.number().nullable().meta({
      description:
        'Price of each conversion beyond the monthly quota. Null if conversions stop at the quota.',
    }),
    price_usd: z
      .number()
      .nullable()
      .meta({ description: 'US dollars per month. Null if agreed individually.' }),
  })
  .meta({ id: 'Plan' });

const schema = {
  operationId: 'listPlans',
  summary: 'Lists the plans with their limits.',
  response: {
    200: z.strictObject({ anonymous: planSchema, plans: z.array(planSchema) }).meta({ id: 'Plans' }),
  },
};

interface PlanRouteServices {
  plans: AccountPlans;
  /** Plan of callers without a key. */
  withoutKey: AccountPlan;
  /** Upper bound on the size of a job's input file, regardless of the plan, in bytes. */
  jobFileBytes: number;
}

export const planRoutes: PluginWithSchemas<PlanRouteServices> = (server, services, done) => {
  const { plans, withoutKey, jobFileBytes } = services;
  const listed = Object.values(plans).filter(({ name }) => accountPlan(name) !== null);
  const body = {
    anonymous: describe(withoutKey, jobFileBytes),
    plans: listed.map((plan) => describe(plan, jobFileBytes)),
  };
  server.get('/v1/plans', { schema, config: { counted: 'reading', key: 'optional' } }, () => body);
  done();
};

/** Describes a plan. Limits that are agreed with each customer are null. */
function describe(plan: AccountPlan, jobFileBytes: number) {
  const custom = plan.name === 'enterprise';
  return {
    name: plan.name,
    custom,
    monthly_conversions: custom ? null : plan.monthlyConversions,
    requests_per_minute: custom ? null : plan.requestsPerMinute,
    max_file_size: custom ? null : plan.maxFileBytes,
    max_job_file_size: custom ? null : Math.min(plan.maxJobFileBytes, jobFileBytes),
    overage_usd: custom || plan.overageMicroUsd === null ? null : plan.overageMicroUsd / 1e6,
    price_usd: plan.priceUsd,
  };
}
