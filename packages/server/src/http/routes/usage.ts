/** GET /v1/usage (contract §9.7): an account's plan and what it has used this month. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { usageOf } from '../../limits/usage.ts';
import { accountOf } from '../authentication.ts';
import type { PluginWithSchemas } from '../validation.ts';

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
    max_file_size: z.number(),
    credits: z.number(),
    overage_enabled: z.boolean(),
    rate_limit: z.object({ limit: z.number(), remaining: z.number(), reset: z.number() }),
  })
  .meta({ id: 'Usage' });

const schema = {
  operationId: 'getUsage',
  summary: 'What the account has used this month, and its limits.',
  response: { 200: usageSchema },
};

export const usageRoutes: PluginWithSchemas<{ database: Database; clock: Clock }> = (
  server,
  { database, clock },
  done,
) => {
  const config = { counted: true, key: 'required', session: true } as const;
  server.get('/v1/usage', { config, schema }, async (request, reply) => {
    const usage = await usageOf(database.query, accountOf(request), clock.now());
    return { ...usage, rate_limit: rateLimitOf(reply) };
  });
  done();
};

/** The same numbers as in the headers of this answer. */
function rateLimitOf(reply: Pick<FastifyReply, 'getHeader'>) {
  const header = (name: string) => Number(reply.getHeader(`X-RateLimit-${name}`));
  return { limit: header('Limit'), remaining: header('Remaining'), reset: header('Reset') };
}
