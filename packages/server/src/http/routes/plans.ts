/** GET /v1/plans: the plan table (contract §9.1), public. */
import { z } from 'zod';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';
import type { PluginWithSchemas } from '../validation.ts';

const planSchema = z
  .strictObject({
    name: z.string(),
    custom: z.boolean(),
    monthly_conversions: z.number().nullable(),
    requests_per_minute: z.number().nullable(),
    max_file_size: z.number().nullable(),
    overage_usd: z.number().nullable(),
  })
  .meta({ id: 'Plan' });

const schema = {
  operationId: 'listPlans',
  summary: 'Lists the plans and their limits.',
  response: {
    200: z.strictObject({ anonymous: planSchema, plans: z.array(planSchema) }).meta({ id: 'Plans' }),
  },
};

export const planRoutes: PluginWithSchemas<{ plans: AccountPlans }> = (server, { plans }, done) => {
  const { anonymous, ...accountPlans } = plans;
  const body = { anonymous: describe(anonymous), plans: Object.values(accountPlans).map(describe) };
  server.get('/v1/plans', { schema, config: { counted: 'reading', key: 'optional' } }, () => body);
  done();
};

/** Numbers that are agreed upon with each customer are null. */
function describe(plan: AccountPlan) {
  const custom = plan.name === 'enterprise';
  return {
    name: plan.name,
    custom,
    monthly_conversions: custom ? null : plan.monthlyConversions,
    requests_per_minute: custom ? null : plan.requestsPerMinute,
    max_file_size: custom ? null : plan.maxFileBytes,
    overage_usd: custom || plan.overageMicroUsd === null ? null : plan.overageMicroUsd / 1e6,
  };
}
