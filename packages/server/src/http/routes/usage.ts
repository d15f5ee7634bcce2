/** GET /v1/usage: what an account may do and has done this month, live (contract §9.7). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { usageOf } from '../../limits/usage.ts';
import { accountOf } from '../authentication.ts';

export interface UsageServices {
  database: Database;
  clock: Clock;
}

export function addUsageRoute(server: FastifyInstance, { database, clock }: UsageServices): void {
  const config = { counted: true, key: 'required', session: true } as const;
  server.get('/v1/usage', { config }, async (request, reply) => {
    const usage = await usageOf(database.query, accountOf(request), clock.now());
    return { ...usage, rate_limit: rateLimitOf(reply) };
  });
}

/** The same numbers as in the headers of this answer. */
function rateLimitOf(reply: FastifyReply) {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(reply.getHeader(`X-RateLimit-${name}`)),
  );
  return { limit, remaining, reset };
}
