/** The door every request passes: a request id, the caller's throttle, and the headers that tell of both. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Plan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import type { Throttle, Verdict } from '../limits/throttle.ts';
import { callerOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request to this route counts towards the caller's throttle. */
    counted?: boolean;
  }
}

export interface DoorParts {
  throttle: Throttle;
  plan: Plan;
}

/** Puts the door before every route, known or not, so that no answer lacks its headers. */
export function hangDoor(server: FastifyInstance, { throttle, plan }: DoorParts): void {
  server.addHook('onRequest', async (request, reply) => {
    const verdict = judge(request, throttle, plan);
    void reply.headers(doorHeaders(request.id, verdict));
    if (!verdict.allowed && request.routeOptions.config.counted) throw rateLimited(verdict);
  });
}

function judge(request: FastifyRequest, throttle: Throttle, plan: Plan): Verdict {
  const caller = callerOf(request.ip);
  const { requestsPerMinute } = plan;
  return request.routeOptions.config.counted
    ? throttle.take(caller, requestsPerMinute)
    : throttle.look(caller, requestsPerMinute);
}

/** The headers of every response (contract parts 7 and 8). */
export function doorHeaders(
  id: string,
  { limit, remaining, reset }: Verdict,
): Record<string, string | number> {
  return {
    'X-Request-Id': id,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
    'X-Content-Type-Options': 'nosniff',
  };
}

function rateLimited({ limit, retryAfter }: Verdict): ServiceError {
  return new ServiceError(
    'rate_limited',
    `More than ${limit} requests in a minute. Try again in ${retryAfter} s.`,
    {
      details: { limit, retry_after: retryAfter },
      retryAfter,
    },
  );
}
