/** Who may see how the service does inside: the operator, by a token or by sitting at the machine. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.ts';
import { bearerOf } from './bearer.ts';

export interface OperatorMarks {
  adminToken: string | undefined;
  trustProxy: readonly string[];
}

/** Headers that a proxy on the same machine would add for somebody who sits elsewhere. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Throws 401 unless the headers have `ADMIN_TOKEN`, or the other end's `address` is this machine. Behind a proxy every
 * request comes from this machine, so where one is trusted, or says that it is there, the token alone counts.
 */
export function requireOperator(
  headers: IncomingHttpHeaders,
  address: string,
  { adminToken, trustProxy }: OperatorMarks,
): void {
  const given = bearerOf(headers.authorization);
  if (given !== undefined) {
    if (adminToken !== undefined && isSame(given, adminToken)) return;
  } else if (trustProxy.length === 0 && isLoopback(address) && !forwarded.some((name) => name in headers)) {
    return;
  }
  throw new ServiceError(
    'invalid_api_key',
    'This is for the operator: send ADMIN_TOKEN as "Authorization: Bearer …", or ask from the machine itself.',
  );
}

/** In a time that tells nothing of the token. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./i.test(address);
}
