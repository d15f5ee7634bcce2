/**
 * Cookies that identify a dashboard session, or bind a form to a browser. Scripts in the browser cannot read these
 * cookies. This module also checks whether a request comes from a page of another site.
 */
import type { FastifyRequest } from 'fastify';
import { sessionLifeMs } from '../../accounts/sessions.ts';
import { linkLifeMs } from '../../accounts/sign-up-messages.ts';
import { ServiceError } from '../../errors.ts';
import type { OwnAddress } from '../own-address.ts';

type CookieName = 'session' | 'form';

/** Returns the name of a cookie. Over HTTPS, the prefix `__Host-` binds the cookie to this host. */
const nameOf = (name: CookieName, https: boolean) => `${https ? '__Host-' : ''}protean-${name}`;

/** Returns the `Set-Cookie` header of a new or renewed session. */
export function sessionCookie(token: string, https: boolean): string {
  return cookieOf('session', token, sessionLifeMs / 1000, https);
}

/** Returns the `Set-Cookie` header that removes the session from the browser. */
export function endedSessionCookie(https: boolean): string {
  return cookieOf('session', '', 0, https);
}

/**
 * Returns the `Set-Cookie` header for a form that was opened by a link in an email message. The cookie binds the form
 * to the browser that received it. A page of another site cannot make the browser send the cookie.
 */
export function formCookie(value: string, https: boolean): string {
  return cookieOf('form', value, linkLifeMs / 1000, https, 'Strict');
}

/** Returns the value that a form of this browser must contain, or undefined if the browser has no form cookie. */
export function formValueOf(request: FastifyRequest, https: boolean): string | undefined {
  return cookieIn(request, nameOf('form', https));
}

function cookieOf(
  name: CookieName,
  value: string,
  seconds: number,
  https: boolean,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): string {
  const secure = https ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
  return `${nameOf(name, https)}=${value}; ${attributes}`;
}

export function sessionOf(request: FastifyRequest, https: boolean): string | undefined {
  return cookieIn(request, nameOf('session', https));
}

/** Returns the value of a cookie of the request. */
export function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  const start = `${name}=`;
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/**
 * Throws 403 unless a page of this service made the browser send the request (contract §7.8). Browsers also send the
 * session cookie with requests of other sites, so a request without an origin is rejected.
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
 * Checks requests of forms without a session. Throws 403 if another site may have made a browser send the request. Some
 * browsers do not send `Sec-Fetch-Site`, for example over plain HTTP. Browsers without `Sec-Fetch-Site` send `Origin`.
 * For our own pages, `Origin` is "null" because of `Referrer-Policy: no-referrer`. If `Origin` is "null", the form must
 * contain the value of the form cookie, because a page of another site can also send the origin "null". Programs send
 * no `Sec-Fetch-Site` and no `Origin`.
 */
export function refuseOtherSites(request: FastifyRequest, inForm: string | null, https: boolean): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site === undefined && origin === 'null') {
    const expected = formValueOf(request, https);
    if (!expected || expected !== inForm) throw expiredForm();
    return;
  }
  const isOwn =
    site === undefined
      ? origin === undefined || hostOf(origin) === host
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw otherSite();
}

/**
 * Whether the headers state that a page of another site made the browser send the request. Programs other than browsers
 * do not send the headers `Sec-Fetch-Site` and `Origin`.
 */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && hostOf(origin) !== headers.host;
}

export function otherSite(): ServiceError {
  return new ServiceError('bad_request', 'This request was sent by another site.', { status: 403 });
}

function expiredForm(): ServiceError {
  return new ServiceError(
    'bad_request',
    'This form was not opened in this browser within the last 15 minutes. Open the link of the e-mail again, with cookies allowed.',
    { status: 403 },
  );
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
