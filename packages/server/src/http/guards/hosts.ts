/** Allowed values of the Host header. Rejects requests for other hosts, which prevents DNS rebinding. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ServiceError } from '../../errors.ts';
import { isLoopback, withoutBrackets } from './loopback.ts';

export interface HostSettings {
  /** Address that the server listens on. */
  host: string;
  baseUrl: string | undefined;
  /** Allowed names and addresses, in canonical form. */
  allowedHosts: readonly string[];
}

export class Hosts {
  readonly #named: ReadonlySet<string>;
  readonly #takesLoopback: boolean;
  readonly #takesAddresses: boolean;

  constructor({ host, baseUrl, allowedHosts }: HostSettings) {
    const own = canonicalHost(host.includes(':') ? `[${host}]` : host) ?? '';
    const onLoopback = isLoopback(own);
    const byName = baseUrl === undefined ? own : canonicalHost(new URL(baseUrl).host);
    this.#named = new Set([byName ?? '', ...allowedHosts]);
    // Without BASE_URL, clients may use IP addresses as the host. DNS rebinding is impossible with an IP address,
    // because no name server resolves it.
    this.#takesAddresses = baseUrl === undefined && !onLoopback;
    this.#takesLoopback = onLoopback || this.#takesAddresses;
  }

  /**
   * Throws 400 unless the Host header of `request` contains an allowed host. If the request target is an absolute URL,
   * the host of that URL must be allowed too.
   */
  check(request: IncomingMessage): void {
    const host = soleHostOf(request);
    if (host !== undefined && !this.#isOurs(host)) throw foreignHost();
    const authority = authorityOf(request.url ?? '');
    if (authority !== undefined && !this.#isOurs(authority)) throw foreignHost();
  }

  #isOurs(authority: string): boolean {
    const host = canonicalHost(authority);
    if (host === undefined) return false;
    if (this.#named.has(host)) return true;
    return (this.#takesLoopback && isLoopback(host)) || (this.#takesAddresses && isAddress(host));
  }
}

/**
 * Returns the value of the only Host header, or undefined if a request in HTTP/1.0 has no Host header. Throws 400 for
 * several Host headers, because a proxy and a server could choose different headers. Throws 400 for a missing Host
 * header in HTTP/1.1 (RFC 9112, 3.2).
 */
export function soleHostOf({ headersDistinct, httpVersion }: IncomingMessage): string | undefined {
  const [host, ...more] = headersDistinct.host ?? [];
  if (more.length > 0 || (host === undefined && httpVersion !== '1.0')) throw notOneHost();
  return host;
}

/**
 * Returns the name or address in a Host header as browsers write it. The returned name is in lower case, without the
 * port and the trailing dot. An IPv6 address is shortened and in brackets. Returns undefined if `authority`, the value
 * of the header, is invalid.
 */
export function canonicalHost(authority: string): string | undefined {
  const host = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::\d*)?$/i.exec(authority)?.[1];
  const url = `http://${host}${/:\d+$/.exec(authority)?.[0] ?? ''}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** Returns the authority of a target in absolute form (RFC 9112, 3.2.2), or undefined for other forms. */
function authorityOf(target: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:\/*([^/?#]*)/i.exec(target)?.[1];
}

const isAddress = (host: string) => isIP(withoutBrackets(host)) !== 0;

function foreignHost(): ServiceError {
  return new ServiceError(
    'bad_request',
    'This server does not accept the Host of this request. Its operator can add it to ALLOWED_HOSTS, or set BASE_URL to the URL that clients use.',
    { details: { field: 'Host' } },
  );
}

function notOneHost(): ServiceError {
  return new ServiceError('bad_request', 'Send exactly one Host header.', { details: { field: 'Host' } });
}
