/**
 * The cookie of a dashboard session, which scripts cannot read and other sites cannot send, and the checks of a
 * request's origin.
 */
import type { FastifyRequest } from 'fastify';
import { sessionLifeMs } from '../../accounts/sessions.ts';
import { ServiceError } from '../../errors.ts';
import type { OwnAddress } from '../own-address.ts';

/** `__Host-` binds the cookie to this host. Browsers accept it over HTTPS only. */
const nameOf = (https: boolean) => (https ? '__Host-protean-session' : 'protean-session');

/** Returns the `Set-Cookie` header of a new or renewed session. */
export function sessionCookie(token: string, https: boolean): string {
  return cookieOf(token, sessionLifeMs / 1000, https);
}

/** Returns the `Set-Cookie` header that removes the session from the browser. */
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
 * Throws 403 unless a page of this service made the browser send the request (contract §7.8). Browsers also send the
 * cookie with requests of other sites, so a request without an origin is rejected.
 */
export function requireOwnSite({ headers }: FastifyRequest, address: OwnAddress): void {
  const { 'sec-fetch-site': site, origin = '' } = headers;
  const isOwn = site === undefined ? address.isOwnOrigin(origin, headers.host ?? '') : site === 'same-origin';
  if (!isOwn) {
    throw new ServiceError(
      'bad_request',
      'With a session, this endpoint accepts only pages of this service: their "Origin" or "Sec-Fetch-Site: same-origin". Programs must send an API key.',
      { status: 403, details: { field: 'Origin' } },
    );
  }
}

/**
 * Throws 403 if another site made a browser send the request, for endpoints without a session. Browsers without
 * `Sec-Fetch-Site` send `Origin`, which is "null" for our own pages too, because of their `Referrer-Policy: no-referrer`.
 */
export function refuseOtherSites({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin = 'null' } = headers;
  const isOwn =
    site === undefined
      ? origin === 'null' || hostOf(origin) === headers.host
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw otherSite();
}

/** Whether another site made a browser send the request, according to the browser. Programs send neither header. */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && hostOf(origin) !== headers.host;
}

export function otherSite(): ServiceError {
  return new ServiceError('bad_request', 'This request was sent by another site.', { status: 403 });
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
