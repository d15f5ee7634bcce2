/** GET /v1/plans: the plan table (contract §9.1), public. */
import type { FastifyPluginCallback } from 'fastify';
import type { AccountPlan, AccountPlans } from '../../accounts/plans.ts';

export const planRoutes: FastifyPluginCallback<{ plans: AccountPlans }> = (server, { plans }, done) => {
  const { anonymous, ...accountPlans } = plans;
  const body = { anonymous: describe(anonymous), plans: Object.values(accountPlans).map(describe) };
  server.get('/v1/plans', { config: { counted: true, key: 'optional' } }, () => body);
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
