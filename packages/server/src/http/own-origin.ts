/** Which origins are this service's own, so that a request from there is its own page's. */
import { isLoopback } from './loopback.ts';

export interface OwnPlace {
  /** Where clients reach the service, without a slash at the end. */
  baseUrl: () => string;
  /** The address it listens on. */
  host: string;
}

/**
 * Whether `origin` is that of `BASE_URL`, or, where only this machine can connect, that of the host that the request
 * itself was sent to.
 */
export function isOwnOrigin(origin: string, requestHost: string, { baseUrl, host }: OwnPlace): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (given.origin === new URL(baseUrl()).origin) return true;
  return isLoopback(host) && given.host === requestHost;
}
