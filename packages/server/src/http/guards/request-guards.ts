/** The guards of every request: an id, its Host, its account, its throttle, and the headers that every response has. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Keys, KnownAccount } from '../../accounts/keys.ts';
import type { AccountPlan } from '../../accounts/plans.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { overloaded, ServiceError, unmetExpectation } from '../../errors.ts';
import type { Throttle, ThrottleVerdict } from '../../limits/throttle.ts';
import { authenticate, prepareAuthentication } from './authentication.ts';
import { callerBehind } from './caller.ts';
import { soleHostOf, type Hosts } from './hosts.ts';
import type { OwnAddress } from '../own-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether a request to this route counts towards the caller's throttle; `reading` counts in a window of its own
     * without a key, `reading by a session` with a dashboard session, as `reading` does then too.
     */
    counted?: boolean | 'reading' | 'reading by a session';
    /** Whether it may be asked for under any Host, not only ours. */
    anyHost?: boolean;
  }
}

export interface RequestGuardServices {
  hosts: Hosts;
  throttle: Throttle;
  keys: Keys;
  sessions: Sessions;
  address: OwnAddress;
  /** As whom callers without credentials act on a private installation. */
  localAccount: KnownAccount | undefined;
  /** Of callers without a key. */
  anonymousPlan: AccountPlan;
  /** Requests a minute that only read, of an address without a key or of a dashboard session's account. */
  readingPerMinute: number;
  draining: AbortSignal;
}

/** To be added before any route, known or not, so that no response lacks its headers. */
export function addRequestGuards(server: FastifyInstance, services: RequestGuardServices): void {
  const { draining } = services;
  prepareAuthentication(server);
  server.addHook('onRequest', async (request, reply) => {
    const refusal = await admit(request, reply, services).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const counted = Boolean(request.routeOptions.config.counted) && !refusal;
    const verdict = await throttleRequest(request, counted, services).catch(async (error: unknown) => {
      // The headers are sent all the same, as of a request that is not counted.
      const uncounted = await throttleRequest(request, false, services);
      void reply.headers(guardHeaders(request.id, uncounted));
      throw error;
    });
    void reply.headers(guardHeaders(request.id, verdict));
    if (refusal) throw refusal.error;
    if (!verdict.allowed && counted) throw rateLimited(verdict);
    if (draining.aborted) throw overloaded('shutting_down');
  });
  refuseExpectations(server);
}

/** An `Expect` that is not met gets the error envelope (contract §11.1); Node's own 417 is empty. */
function refuseExpectations(server: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>();
  server.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    done(unmet.has(raw) ? unmetExpectation() : undefined);
  });
}

/** Throws unless the request is for us and has the credentials that its route requires. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { hosts, keys, sessions, address, localAccount }: RequestGuardServices,
): Promise<void> {
  if (request.routeOptions.config.anyHost) soleHostOf(request.raw);
  else hosts.check(request.raw);
  await authenticate(request, reply, { keys, sessions, address, localAccount });
}

async function throttleRequest(
  request: FastifyRequest,
  counted: boolean,
  services: RequestGuardServices,
): Promise<ThrottleVerdict> {
  const { throttle } = services;
  const [window, limit] = windowOf(request, services);
  return counted ? throttle.take(window, limit) : throttle.look(window, limit);
}

/**
 * Counts one call of `request`, which its route does not count as a whole, and sets the headers of its response. Returns
 * the refusal where the caller's window is used up.
 */
export async function throttleCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { throttle, anonymousPlan }: Pick<RequestGuardServices, 'throttle' | 'anonymousPlan'>,
): Promise<ServiceError | undefined> {
  const { requestsPerMinute } = request.account?.plan ?? anonymousPlan;
  const verdict = await throttle.take(callerBehind(request), requestsPerMinute);
  void reply.headers(guardHeaders(request.id, verdict));
  return verdict.allowed ? undefined : rateLimited(verdict);
}

/** The throttle window of a request, and how many requests it has room for. */
function windowOf(
  request: FastifyRequest,
  { anonymousPlan, readingPerMinute }: RequestGuardServices,
): [name: string, limit: number] {
  const caller = callerBehind(request);
  const { account, routeOptions } = request;
  const limit = account?.plan.requestsPerMinute ?? anonymousPlan.requestsPerMinute;
  // What a browser reads, signed in or not, leaves the requests of its conversions alone.
  const hasKey = account !== null && account.keyId !== null;
  const { counted } = routeOptions.config;
  const isReading = counted === 'reading' || (counted === 'reading by a session' && account !== null);
  if (isReading && !hasKey)
    return [`reading ${caller}`, account ? Math.max(limit, readingPerMinute) : readingPerMinute];
  return [caller, limit];
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
    `More than ${limit} requests per minute. Try again in ${retryAfter} s.`,
    { details: { limit, retry_after: retryAfter }, retryAfter },
  );
}
