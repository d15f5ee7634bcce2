/** Authenticates a request by its bearer key (contract §7.1) or its session, depending on the endpoint. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Keys, KnownAccount } from '../../accounts/keys.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { ServiceError } from '../../errors.ts';
import type { OwnAddress } from '../own-address.ts';
import { isFromOtherSite, otherSite, requireOwnSite, sessionCookie, sessionOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether an API key is required. Every endpoint below `/v1/` must set the property `key`. With `required` or
     * `optional`, an invalid key is rejected. With `none`, a key in the request is ignored.
     */
    key?: 'required' | 'optional' | 'none';
    /**
     * Whether a dashboard session is accepted instead of a key. With `only`, the endpoint accepts sessions and rejects
     * keys.
     */
    session?: boolean | 'only';
    /** Whether the endpoint itself rejects requests from pages of other sites. */
    checksOrigin?: boolean;
  }
  interface FastifyRequest {
    /** Account of the request's API key or session. The account is null for callers without a key or session. */
    account: KnownAccount | null;
  }
}

interface AuthenticationServices {
  keys: Keys;
  sessions: Sessions;
  address: OwnAddress;
  /** Account of callers without credentials on a private installation. */
  localAccount: KnownAccount | undefined;
}

/**
 * Query parameters in which other services accept API keys. A request with an API key parameter is refused, unless the
 * schema of its endpoint declares the parameter for another purpose.
 */
const queryNames = ['api_key', 'apikey', 'api-key', 'key', 'access_token'];

/**
 * Declares `request.account`. After a call of `prepareAuthentication`, adding an endpoint below `/v1/` throws if the
 * endpoint does not declare whether it needs a key.
 */
export function prepareAuthentication(server: FastifyInstance): void {
  server.decorateRequest('account', null);
  server.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/v1/') && !config?.key)
      throw new Error(`${url} does not declare whether it needs a key`);
  });
}

/**
 * Sets `request.account` and renews the session cookie if due. Throws `invalid_api_key` with the same message for every
 * kind of invalid key.
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, sessions, address, localAccount }: AuthenticationServices,
): Promise<void> {
  const { key = 'none', session = false } = request.routeOptions.config;
  if (key === 'none') return;
  if (hasKeyInUrl(request)) throw keyInUrl();
  const headers = authorizationHeaders(request);
  const hasSession = session && sessionOf(request, address.isHttps) !== undefined;
  if (localAccount && headers.length === 0 && !hasSession && session !== 'only') {
    if (mayActAsLocal(request)) request.account = localAccount;
    return;
  }
  if (headers.length === 0 && key === 'optional' && !session) return;
  const account =
    headers.length === 0 && session !== false
      ? await sessionHolder(request, reply, sessions, address)
      : await keyHolder(headers, keys);
  if (!account && headers.length === 0 && key === 'optional') return;
  if (!account) throw invalidKey();
  if (session === 'only' && account.keyId !== null) throw sessionRequired();
  request.account = account;
}

/**
 * Whether a request without credentials may act as the account `local`. Throws 403 for a request from a page of another
 * site, because that site could use the installation through a visitor's browser. Two kinds of requests from other
 * sites are harmless and do not throw. A request that follows a link may act as the account `local`. A request that
 * only reads and requires no key acts without an account.
 */
function mayActAsLocal(request: FastifyRequest): boolean {
  const { headers, method, routeOptions } = request;
  const { key, checksOrigin } = routeOptions.config;
  if (checksOrigin || !isFromOtherSite(request)) return true;
  const isRead = ['GET', 'HEAD'].includes(method);
  if (isRead && headers['sec-fetch-mode'] === 'navigate') return true;
  if (isRead && key === 'optional') return false;
  throw otherSite();
}

async function keyHolder(headers: readonly string[], keys: Keys): Promise<KnownAccount | undefined> {
  const presented = bearerOf(headers[0]);
  return headers.length === 1 && presented ? keys.holderOf(presented) : undefined;
}

async function sessionHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: Sessions,
  address: OwnAddress,
): Promise<KnownAccount | undefined> {
  const token = sessionOf(request, address.isHttps);
  if (!token) return undefined;
  if (!['GET', 'HEAD'].includes(request.method)) requireOwnSite(request, address);
  const session = await sessions.find(token);
  if (session?.renewed) void reply.header('Set-Cookie', sessionCookie(token, address.isHttps));
  return session?.holder;
}

/** Returns the account of a request to an endpoint that requires a key. */
export function accountOf({ account, routeOptions }: FastifyRequest): KnownAccount {
  if (!account) throw new Error(`${routeOptions.url} uses an account without requiring a key`);
  return account;
}

/**
 * Returns the values of all `Authorization` headers. If a request has several `Authorization` headers, Node silently
 * keeps the first header, which may be the wrong header.
 */
function authorizationHeaders({ raw }: FastifyRequest): string[] {
  return raw.rawHeaders.filter(
    (_, at) => at % 2 === 1 && raw.rawHeaders[at - 1]?.toLowerCase() === 'authorization',
  );
}

function hasKeyInUrl({ url, routeOptions }: FastifyRequest): boolean {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const described = routeOptions.schema?.querystring;
  const own = described instanceof z.ZodObject ? Object.keys(described.shape) : [];
  return [...query].some(
    ([name, value]) =>
      (queryNames.includes(name.toLowerCase()) && !own.includes(name)) || value.includes('svc_sk_'),
  );
}

/** Returns the token of a header such as `Bearer svc_sk_…`, or undefined for other headers. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}

export function invalidKey(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'Missing or invalid API key in the header "Authorization: Bearer <API_KEY>". It may be mistyped or revoked.',
  );
}

function keyInUrl(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'API keys are not accepted in the URL, because logs and browser histories store URLs. Send "Authorization: Bearer <API_KEY>", and revoke any key that was in a URL.',
  );
}

function sessionRequired(): ServiceError {
  return new ServiceError(
    'bad_request',
    'This endpoint requires a signed-in browser, not an API key. POST /v1/sessions e-mails a sign-in link.',
    { status: 403, details: { reason: 'session_required' } },
  );
}
