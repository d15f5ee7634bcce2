/**
 * Guards of every request: set its id, check its Host, account and throttle, and set the headers that every response
 * has.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Keys, KnownAccount } from '../../accounts/keys.ts';
import type { AccountPlan } from '../../accounts/plans.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { overloaded, ServiceError, unmetExpectation } from '../../errors.ts';
import type { Throttle, ThrottleVerdict } from '../../limits/throttle.ts';
import { authenticate, prepareAuthentication } from './authentication.ts';
import { callerBehind } from './caller.ts';
import { CountedPlace } from './counted-place.ts';
import { soleHostOf, type Hosts } from './hosts.ts';
import type { OwnAddress } from '../own-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The throttle window in which requests to this endpoint count. By default, requests to the endpoint do not count.
     * The value `true` selects the caller's ordinary throttle window. The value `reading` selects a separate window for
     * reads, but requests with an API key count in the ordinary window. With the value `reading by a session`, requests
     * with a dashboard session count in the window for reads, and all other requests count in the ordinary window.
     */
    counted?: boolean | 'reading' | 'reading by a session';
    /**
     * Whether the endpoint starts conversions. A conversion endpoint may refuse a request before the conversion. The
     * refused request counts in a separate window, which has a higher limit than the ordinary window (contract §9.10).
     */
    converts?: boolean;
    /** Whether any Host is allowed. */
    anyHost?: boolean;
  }
  interface FastifyRequest {
    /** The property is set for counted requests to endpoints that start conversions. */
    place?: CountedPlace;
  }
}

export interface RequestGuardServices {
  hosts: Hosts;
  throttle: Throttle;
  keys: Keys;
  sessions: Sessions;
  address: OwnAddress;
  /** Account of callers without credentials on a private installation. */
  localAccount: KnownAccount | undefined;
  /** Plan of callers without a key. */
  anonymousPlan: AccountPlan;
  /** Limit of read requests per minute, for an address without a key or for the account of a dashboard session. */
  readingPerMinute: number;
  draining: AbortSignal;
}

/**
 * Adds the guards. This function must be called before any endpoint and the handler for 404 are added, so that every
 * response has the headers that the guards add.
 */
export function addRequestGuards(server: FastifyInstance, services: RequestGuardServices): void {
  const { draining, address } = services;
  prepareAuthentication(server);
  server.addHook('onRequest', ({ raw }, _reply, done) => address.within(raw, done));
  // A body parser calls back outside the asynchronous context of the request. The `preHandler` hook restores the
  // asynchronous context.
  server.addHook('preHandler', ({ raw }, _reply, done) => address.within(raw, done));
  server.addHook('onRequest', async (request, reply) => {
    const refusal = await admit(request, reply, services).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const counted = Boolean(request.routeOptions.config.counted) && !refusal;
    const { throttle } = services;
    const [window, limit] = windowOf(request, services);
    const asked = counted ? throttle.take(window, limit) : throttle.look(window, limit);
    const verdict = await asked.catch(async (error: unknown) => {
      // Sets the headers even if the request could not be counted.
      const uncounted = await throttle.look(window, limit);
      void reply.headers(guardHeaders(request.id, uncounted));
      throw error;
    });
    void reply.headers(guardHeaders(request.id, verdict));
    if (refusal) throw refusal.error;
    if (!verdict.allowed && counted) throw rateLimited(verdict);
    if (counted && request.routeOptions.config.converts)
      request.place = new CountedPlace(throttle, window, verdict);
    if (draining.aborted) throw overloaded('shutting_down');
  });
  giveBackPlaces(server);
  refuseExpectations(server);
  forbidStoring(server, services);
}

/**
 * If a request was refused before its conversion, moves it to the window with the higher limit, and updates the
 * response headers.
 */
function giveBackPlaces(server: FastifyInstance): void {
  server.addHook('onSend', async ({ id, place }, reply) => {
    const verdict = await place?.refused(reply.statusCode);
    if (verdict) void reply.headers(guardHeaders(id, verdict));
  });
}

/**
 * Forbids caches to store private responses, including errors. A response is private if the endpoint requires a key or
 * a session, or if the request has an account. The built-in account of a private installation does not make a response
 * private, because this account has no credentials.
 */
function forbidStoring(server: FastifyInstance, { localAccount }: RequestGuardServices): void {
  server.addHook('onSend', ({ account, routeOptions: { config } }, reply, _payload, done) => {
    const isPrivate =
      config.key === 'required' ||
      config.session === 'only' ||
      (account !== null && account !== localAccount);
    if (isPrivate) void reply.header('Cache-Control', 'no-store');
    done();
  });
}

/**
 * Responds to an unsupported `Expect` header with the error envelope (contract §11.1). Node's default response with
 * status 417 has no body.
 */
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

/** Throws unless the request has an allowed host and the credentials that its endpoint requires. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { hosts, keys, sessions, address, localAccount }: RequestGuardServices,
): Promise<void> {
  if (request.routeOptions.config.anyHost) soleHostOf(request.raw);
  else hosts.check(request.raw);
  await authenticate(request, reply, { keys, sessions, address, localAccount });
}

/**
 * Counts one call of an MCP tool in the caller's throttle window, and sets the response headers. Used for MCP
 * endpoints, because their HTTP requests are not counted. Returns the place of the call, or an error if the window is
 * used up.
 */
export async function throttleCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { throttle, anonymousPlan }: Pick<RequestGuardServices, 'throttle' | 'anonymousPlan'>,
): Promise<CountedPlace | ServiceError> {
  const { requestsPerMinute } = request.account?.plan ?? anonymousPlan;
  const caller = callerBehind(request);
  const verdict = await throttle.take(caller, requestsPerMinute);
  void reply.headers(guardHeaders(request.id, verdict));
  return verdict.allowed ? new CountedPlace(throttle, caller, verdict) : rateLimited(verdict);
}

/** Returns the throttle window of a request and its limit. */
function windowOf(
  request: FastifyRequest,
  { anonymousPlan, readingPerMinute }: RequestGuardServices,
): [name: string, limit: number] {
  const caller = callerBehind(request);
  const { account, routeOptions } = request;
  const limit = account?.plan.requestsPerMinute ?? anonymousPlan.requestsPerMinute;
  // Reads without an API key do not use up the caller's limit for conversions. For example, the dashboard reads without
  // an API key.
  const hasKey = account !== null && account.keyId !== null;
  const { counted } = routeOptions.config;
  const isReading = counted === 'reading' || (counted === 'reading by a session' && account !== null);
  if (isReading && !hasKey)
    return [`reading ${caller}`, account ? Math.max(limit, readingPerMinute) : readingPerMinute];
  return [caller, limit];
}

/** Returns the headers of every response (contract §9.6, §11.3). */
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
