/** Restricts endpoints to the operator, who must send the token in `ADMIN_TOKEN`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { bearerOf } from './authentication.ts';

/** Throws 401 unless the `Authorization` header contains `adminToken`. Always throws if no token is set. */
export function requireOperator(authorization: string | undefined, adminToken: string | undefined): void {
  if (isOperator(authorization, adminToken)) return;
  throw new ServiceError(
    'invalid_api_key',
    'This endpoint is for the operator. Set ADMIN_TOKEN and send it as "Authorization: Bearer …", or set METRICS_LISTEN and use its address.',
  );
}

/** Whether the `Authorization` header contains `adminToken`. */
export function isOperator(authorization: string | undefined, adminToken: string | undefined): boolean {
  const given = bearerOf(authorization);
  return given !== undefined && adminToken !== undefined && isSame(given, adminToken);
}

/** Compares two strings in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
