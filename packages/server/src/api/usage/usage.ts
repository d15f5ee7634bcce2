/** GET /v1/usage and /v1/usage/daily (contract §9.7, §9.9): an account's usage of this month, and by day. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { noSuchKey, type Keys } from '../../accounts/keys.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { usageByDay } from '../../limits/daily-usage.ts';
import { usageOf } from '../../limits/usage.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';
import { wholeNumber } from '../../http/whole-number.ts';

const usageSchema = z
  .strictObject({
    plan: z.string(),
    period: z.object({ start: z.string(), end: z.string() }),
    conversions: z.object({
      used: z.number(),
      limit: z.number().nullable(),
      remaining: z.number().nullable(),
      overage: z.number(),
      overage_cost_usd: z.number(),
    }),
    max_file_size: z.number().meta({ description: 'In bytes.' }),
    credits: z.number(),
    overage_enabled: z.boolean(),
    overage_cap_usd: z
      .number()
      .nullable()
      .meta({ description: 'Monthly cap on overage. Null means no cap.' }),
    overage_spent_usd: z.number(),
    rate_limit: z.object({
      limit: z.number(),
      remaining: z.number(),
      reset: z.number().meta({ description: 'Unix time in seconds.' }),
    }),
  })
  .meta({ id: 'Usage' });

const ofMonth = {
  operationId: 'getUsage',
  summary: 'Returns the usage of this month and the limits.',
  response: { 200: usageSchema },
};

const dailyUsageSchema = z
  .strictObject({
    days: z.array(
      z.strictObject({
        date: z.iso.date().meta({ description: 'In UTC.' }),
        conversions: z.int().meta({ description: 'Number of successful conversions.' }),
        overage: z.int().meta({ description: 'Number of these conversions that are billed.' }),
        failed: z.int().meta({ description: 'Number of accepted conversions that failed.' }),
      }),
    ),
  })
  .meta({ id: 'DailyUsage' });

const daily = {
  operationId: 'getDailyUsage',
  summary: 'Returns the usage of each day up to today.',
  querystring: z.object({
    days: wholeNumber(1, 366)
      .default(30)
      .meta({ description: 'Number of days in UTC. Days without usage are included.' }),
    key: z
      .string('the id of a key')
      .optional()
      .meta({ description: 'The id of a key. Counts only its conversions.' }),
  }),
  response: { 200: dailyUsageSchema, 404: errorOf('not_found') },
};

interface UsageRouteServices {
  database: Database;
  clock: Clock;
  keys: Keys;
}

export const usageRoutes: PluginWithSchemas<UsageRouteServices> = (
  server,
  { database, clock, keys },
  done,
) => {
  const config = { counted: true, key: 'required', session: true } as const;
  server.get('/v1/usage', { config, schema: ofMonth }, async (request, reply) => {
    const usage = await usageOf(database.query, accountOf(request), clock.now());
    return { ...usage, rate_limit: rateLimitOf(reply) };
  });

  // From a dashboard session, `GET /v1/usage/daily` counts towards the rate limit for reads. `GET /v1/usage`
  // counts towards the rate limit for programs, because its response shows that limit.
  const reading = { ...config, counted: 'reading by a session' } as const;
  server.get('/v1/usage/daily', { config: reading, schema: daily }, async (request) => {
    const { id: accountId } = accountOf(request);
    const { days, key: keyId } = request.query;
    // Revoked keys are accepted too, because programs may have used them on the requested days.
    if (keyId !== undefined && (await keys.find(keyId))?.accountId !== accountId) throw noSuchKey();
    return { days: await usageByDay(database.query, { accountId, keyId, days, now: clock.now() }) };
  });
  done();
};

/** Returns the caller's rate limit, which the headers of the response `reply` state. */
function rateLimitOf(reply: Pick<FastifyReply, 'getHeader'>) {
  const header = (name: string) => Number(reply.getHeader(`X-RateLimit-${name}`));
  return { limit: header('Limit'), remaining: header('Remaining'), reset: header('Reset') };
}
