/** GET /v1/usage (contract §9.7): an account's plan and what it has used this month. */
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { usageOf } from '../../limits/usage.ts';
import { accountOf } from '../authentication.ts';

export const usageRoutes: FastifyPluginCallback<{ database: Database; clock: Clock }> = (
  server,
  { database, clock },
  done,
) => {
  const config = { counted: true, key: 'required', session: true } as const;
  server.get('/v1/usage', { config }, async (request, reply) => {
    const usage = await usageOf(database.query, accountOf(request), clock.now());
    return { ...usage, rate_limit: rateLimitOf(reply) };
  });
  done();
};

/** The same numbers as in the headers of this answer. */
function rateLimitOf(reply: FastifyReply) {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(reply.getHeader(`X-RateLimit-${name}`)),
  );
  return { limit, remaining, reset };
}
