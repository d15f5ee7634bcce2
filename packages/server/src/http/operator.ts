/** Who may see how the service does inside: the operator alone, by a token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { bearerOf } from './bearer.ts';

/** Throws 401 unless `authorization`, the header, has `adminToken`; where there is no token, for everybody. */
export function requireOperator(authorization: string | undefined, adminToken: string | undefined): void {
  const given = bearerOf(authorization);
  if (given !== undefined && adminToken !== undefined && isSame(given, adminToken)) return;
  throw new ServiceError(
    'invalid_api_key',
    'This is for the operator: set ADMIN_TOKEN and send it as "Authorization: Bearer …", or set METRICS_LISTEN and ask there.',
  );
}

/** In a time that tells nothing of the token. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
