/** The door every request passes: a request id, the name it is for, the account, its throttle, and the headers that tell of both. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountPlan } from '../accounts/plans.ts';
import { ServiceError } from '../errors.ts';
import type { Throttle, ThrottleVerdict } from '../limits/throttle.ts';
import { authenticate, prepareAuthentication, type Credentials } from './authentication.ts';
import { callerBehind } from './caller.ts';
import { soleHostOf, type Hosts } from './hosts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request to this route counts towards the caller's throttle. */
    counted?: boolean;
    /** Whether it may be asked for under any name, not only ours. */
    anyHost?: boolean;
  }
}

export interface GuardServices extends Credentials {
  hosts: Hosts;
  throttle: Throttle;
  /** Of callers without a key. */
  plan: AccountPlan;
}

/** Puts the door before every route, known or not, so that no answer lacks its headers. */
export function addRequestGuards(
  server: FastifyInstance,
  { hosts, throttle, plan, ...credentials }: GuardServices,
): void {
  prepareAuthentication(server);
  server.addHook('onRequest', async (request, reply) => {
    const authError = await admit(request, reply, hosts, credentials).catch((refusal: unknown) => ({
      refusal,
    }));
    const counted = request.routeOptions.config.counted === true && !authError;
    const verdict = await throttleRequest(request, counted, throttle, plan).catch(
      async (refusal: unknown) => {
        // No answer lacks its headers, though nobody could count.
        void reply.headers(guardHeaders(request.id, await throttleRequest(request, false, throttle, plan)));
        throw refusal;
      },
    );
    void reply.headers(guardHeaders(request.id, verdict));
    if (authError) throw authError.refusal;
    if (!verdict.allowed && counted) throw rateLimited(verdict);
  });
}

/** Throws unless the request is for us and has the key that its route requires. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  hosts: Hosts,
  credentials: Credentials,
): Promise<void> {
  if (request.routeOptions.config.anyHost) soleHostOf(request.raw);
  else hosts.check(request.raw);
  await authenticate(request, reply, credentials);
}

async function throttleRequest(
  request: FastifyRequest,
  counted: boolean,
  throttle: Throttle,
  anonymous: AccountPlan,
): Promise<ThrottleVerdict> {
  const caller = callerBehind(request);
  const { requestsPerMinute } = request.account?.plan ?? anonymous;
  return counted ? throttle.take(caller, requestsPerMinute) : throttle.look(caller, requestsPerMinute);
}

/** The headers of every response (contract §9.6, §11.3). */
export function guardHeaders(
  id: string,
  { limit, remaining, reset }: ThrottleVerdict,
): Record<string, string | number> {
  return {
    'X-Request-Id': id,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
    'X-Content-Type-Options': 'nosniff',
  };
}

function rateLimited({ limit, retryAfter }: ThrottleVerdict): ServiceError {
  return new ServiceError(
    'rate_limited',
    `More than ${limit} requests in a minute. Try again in ${retryAfter} s.`,
    {
      details: { limit, retry_after: retryAfter },
      retryAfter,
    },
  );
}
