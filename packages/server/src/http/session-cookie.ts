/** The cookie that carries a session of the dashboard; no script reads it and no other site sends it. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

/** `__Host-` binds it to this very host, where the service is reached by https. */
const nameOf = (https: boolean) => (https ? '__Host-protean-session' : 'protean-session');

/** The Set-Cookie header; the session itself knows when it ends. */
export function sessionCookie(token: string, https: boolean): string {
  return `${nameOf(https)}=${token}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
}

export function sessionOf({ headers }: FastifyRequest, https: boolean): string | undefined {
  const start = `${nameOf(https)}=`;
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
}

/**
 * Throws for a request that another site made a browser send. Browsers say so themselves; `Origin` is for older ones,
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
