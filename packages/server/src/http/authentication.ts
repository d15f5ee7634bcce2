/** Who a request speaks for: the bearer key it presents (contract §7.1), and what a route demands of it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Keys, KnownAccount } from '../accounts/keys.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { ServiceError } from '../errors.ts';
import { bearerOf } from './bearer.ts';
import type { OwnPlace } from './own-origin.ts';
import { requireOwnSite, sessionCookie, sessionOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether callers must present an API key, may, or need not. Every route below `/v1/` says so. One that is
     * presented must be good; where none is needed it is not looked at.
     */
    key?: 'required' | 'optional' | 'none';
    /** Whether the session of a dashboard does as well as a key. */
    session?: boolean;
  }
  interface FastifyRequest {
    /** The account whose key was presented; null for callers without one. */
    account: KnownAccount | null;
  }
}

export interface Credentials extends OwnPlace {
  keys: Keys;
  sessions: Sessions;
  /** Whether browsers reach the service by https, where its cookies are kept to it. */
  https: boolean;
}

/** Names under which other services take keys in the URL. */
const queryNames = ['api_key', 'apikey', 'api-key', 'key', 'access_token'];

/** Makes `request.account` known to the framework, and a route that does not say what it demands impossible. */
export function prepareAuthentication(server: FastifyInstance): void {
  server.decorateRequest('account', null);
  server.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/v1/') && !config?.key) throw new Error(`${url} does not say whether it needs a key`);
  });
}

/**
 * Sets `request.account`, and the cookie of a session that is renewed. Throws `invalid_api_key`, with the same words
 * whatever is wrong with the key.
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  credentials: Credentials,
): Promise<void> {
  const { key = 'none', session = false } = request.routeOptions.config;
  if (key === 'none') return;
  if (hasKeyInUrl(request)) throw keyInUrl();
  const headers = authorizationHeaders(request);
  if (headers.length === 0 && key === 'optional' && !session) return;
  const account =
    headers.length === 0 && session
      ? await sessionHolder(request, reply, credentials)
      : await keyHolder(headers, credentials);
  if (!account && headers.length === 0 && key === 'optional') return;
  if (!account) throw invalidKey();
  request.account = account;
}

async function keyHolder(
  headers: readonly string[],
  { keys }: Credentials,
): Promise<KnownAccount | undefined> {
  const presented = bearerOf(headers[0]);
  return headers.length === 1 && presented ? keys.holderOf(presented) : undefined;
}

async function sessionHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, https, ...place }: Credentials,
): Promise<KnownAccount | undefined> {
  const token = sessionOf(request, https);
  if (!token) return undefined;
  if (!['GET', 'HEAD'].includes(request.method)) requireOwnSite(request, place);
  const session = await sessions.find(token);
  if (session?.renewed) void reply.header('Set-Cookie', sessionCookie(token, https));
  return session?.holder;
}

/** The account of a request to a route that requires a key. */
export function accountOf({ account, routeOptions }: FastifyRequest): KnownAccount {
  if (!account) throw new Error(`${routeOptions.url} asks for an account without requiring a key`);
  return account;
}

/** Node keeps the first of several silently; which one was meant is not ours to guess. */
function authorizationHeaders({ raw }: FastifyRequest): string[] {
  return raw.rawHeaders.filter(
    (_, at) => at % 2 === 1 && raw.rawHeaders[at - 1]?.toLowerCase() === 'authorization',
  );
}

function hasKeyInUrl({ url }: FastifyRequest): boolean {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  return [...query].some(
    ([name, value]) => queryNames.includes(name.toLowerCase()) || value.includes('svc_sk_'),
  );
}

export function invalidKey(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'There is no valid API key in the header "Authorization: Bearer <API_KEY>". It may be missing, mistyped or revoked.',
  );
}

function keyInUrl(): ServiceError {
  return new ServiceError(
    'invalid_api_key',
    'API keys are not taken from the URL, which logs and histories keep. Send "Authorization: Bearer <API_KEY>", and revoke a key that was in a URL.',
  );
}
