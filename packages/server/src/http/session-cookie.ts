/** The cookie that carries a session of the dashboard; no script reads it and no other site sends it. */
import type { FastifyRequest } from 'fastify';
import { sessionLifeMs } from '../accounts/sessions.ts';
import { ServiceError } from '../errors.ts';
import { isOwnOrigin, type OwnPlace } from './own-origin.ts';

/** `__Host-` binds it to this very host, where the service is reached by https. */
const nameOf = (https: boolean) => (https ? '__Host-protean-session' : 'protean-session');

/** The Set-Cookie header of a session that begins or is renewed. */
export function sessionCookie(token: string, https: boolean): string {
  return cookieOf(token, sessionLifeMs / 1000, https);
}

/** The one that has the browser forget its session. */
export function endedSessionCookie(https: boolean): string {
  return cookieOf('', 0, https);
}

function cookieOf(value: string, seconds: number, https: boolean): string {
  const secure = https ? '; Secure' : '';
  return `${nameOf(https)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function sessionOf({ headers }: FastifyRequest, https: boolean): string | undefined {
  const start = `${nameOf(https)}=`;
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/**
 * Throws unless a page of ours made the browser send the request, for what a session changes (contract §7.8). The browser
 * sends the cookie unasked, so that whoever cannot say where the request comes from is refused.
 */
export function requireOwnSite({ headers }: FastifyRequest, place: OwnPlace): void {
  const { 'sec-fetch-site': site, origin = '' } = headers;
  const ours = site === undefined ? isOwnOrigin(origin, headers.host ?? '', place) : site === 'same-origin';
  if (!ours) {
    throw new ServiceError(
      'bad_request',
      'With a session this takes a page of this service: its "Origin" or "Sec-Fetch-Site: same-origin". Programs send an API key.',
      { status: 403, details: { field: 'Origin' } },
    );
  }
}

/**
 * Throws for a request that another site made a browser send, where no session is needed. Browsers say so themselves; `Origin` is for older ones,
 * where "null" is what our own pages send too, since they pass no address on.
 */
export function refuseOtherSites({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin = 'null' } = headers;
  const ours =
    site === undefined
      ? origin === 'null' || hostOf(origin) === headers.host
      : site === 'same-origin' || site === 'none';
  if (!ours) {
    throw new ServiceError('bad_request', 'This request was made by another site.', { status: 403 });
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
