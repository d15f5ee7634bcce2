/**
 * HTTP requests to URLs that callers specify. The requests reach only public addresses, however a URL is written or
 * resolved.
 */
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { isOwnInterface, isAllowedAddress, readNetworks } from './addresses.ts';
import { dnsResolver, type DnsLookup, type ResolvedAddress } from './dns-resolver.ts';

/**
 * Reason for the failure of a request. The reason of a failed request reveals nothing about the network of the server.
 */
export type EgressErrorReason = 'address not allowed' | 'connection failed' | 'timeout';

export class EgressError extends Error {
  readonly reason: EgressErrorReason;

  constructor(reason: EgressErrorReason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'EgressError';
    this.reason = reason;
  }
}

export interface EgressOptions {
  /** Allowed networks that are not public (`WEBHOOK_ALLOW_PRIVATE`). */
  allowPrivate: readonly string[];
  /** The service's own URL, which is rejected. Undefined if unknown. */
  baseUrl: string | undefined;
  /** Port that the service listens on. Requests to the service's port are rejected on every address of this machine. */
  ownPort?: () => number;
  /** Replaces the DNS look-up in tests. */
  lookUp?: DnsLookup;
}

export interface EgressRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Aborts the request in every phase: DNS look-up, connection, TLS handshake, headers and body. */
  signal: AbortSignal;
}

const maxUrlCharacters = 2048;
/** Timeout of a look-up in {@link GuardedFetch.check}, in milliseconds. */
const checkMs = 5_000;

export class GuardedFetch {
  readonly #allowed;
  readonly #own: string | undefined;
  readonly #ownPort: () => number;
  readonly #lookUp: DnsLookup;

  constructor({ allowPrivate, baseUrl, ownPort = () => 0, lookUp = dnsResolver() }: EgressOptions) {
    this.#allowed = readNetworks(allowPrivate);
    this.#own = baseUrl === undefined ? undefined : hostAndPort(new URL(baseUrl));
    this.#ownPort = ownPort;
    this.#lookUp = lookUp;
  }

  /**
   * Returns the URL if it is allowed and all addresses of its host are public now. {@link request} checks the addresses
   * again. Throws {@link EgressError}.
   */
  async check(text: string): Promise<URL> {
    const url = this.#read(text);
    const host = bare(url.hostname);
    const addresses = isIP(host) ? [{ address: host }] : await withinTime(this.#resolve(host));
    const fit = addresses.every(({ address }) => this.#mayReach(address, url));
    if (addresses.length === 0 || !fit) throw notAllowed();
    return url;
  }

  /**
   * Returns the response. The caller must read or destroy the body of the response. Does not follow redirects. Connects
   * to the checked address on a new connection, because the address of a reused connection would not be checked again.
   * Throws {@link EgressError}.
   */
  async request(
    url: URL,
    { signal, headers = {}, ...rest }: EgressRequest,
  ): Promise<Dispatcher.ResponseData> {
    // Loads undici on first use, because undici takes 4 MB of memory.
    const { Agent, buildConnector, request } = await import('undici');
    const connect = buildConnector({
      ...{ lookup: this.#guardedLookup(url), allowH2: false, autoSelectFamily: false },
      // The library observes the signal of a request only when the connection is open, so the socket gets the signal
      // too.
      ...{ signal, timeout: 0 },
    });
    const agent = new Agent({ pipelining: 0, connect: this.#guarded(connect, url) });
    try {
      const address = this.#read(url.href);
      const answer = await request(address, { ...rest, headers: { ...headers }, signal, dispatcher: agent });
      answer.body.once('close', () => void agent.destroy());
      // Without a listener, destroying a body would raise an unhandled error. Readers of the body still receive the
      // errors of the body.
      answer.body.on('error', () => undefined);
      return answer;
    } catch (error) {
      await agent.destroy();
      throw failureOf(error, signal);
    }
  }

  #read(text: string): URL {
    const url = text.length <= maxUrlCharacters && URL.canParse(text) ? new URL(text) : undefined;
    const port = Number(url?.port);
    const fit =
      (url?.protocol === 'http:' || url?.protocol === 'https:') &&
      url.username === '' &&
      url.password === '' &&
      ([0, 80, 443].includes(port) || port > 1023) &&
      hostAndPort(url) !== this.#own;
    if (!url || !fit) throw notAllowed();
    return url;
  }

  #mayReach(address: string, url: URL): boolean {
    const isUs = portOf(url) === this.#ownPort() && isOwnInterface(address);
    return isAllowedAddress(address, this.#allowed) && !isUs;
  }

  async #resolve(name: string): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.#lookUp(name);
    } catch (error) {
      throw new EgressError('connection failed', error);
    }
  }

  #guarded(connect: buildConnector.connector, url: URL): buildConnector.connector {
    return (options, done) => {
      const host = bare(options.hostname);
      // Checks a literal IP address before the connection. A literal address is not looked up, so `lookup` never checks
      // it.
      if (isIP(host) && !this.#mayReach(host, url)) done(notAllowed(), null);
      else connect(options, done);
    };
  }

  #guardedLookup(url: URL): LookupFunction {
    return (name, { all }, done) => {
      this.#resolve(name).then(
        (addresses) => {
          const [first] = addresses;
          const fit = first && addresses.every(({ address }) => this.#mayReach(address, url));
          if (!fit) done(notAllowed(), '');
          else if (all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        },
        (error: unknown) => done(error as Error, ''),
      );
    };
  }
}

/**
 * Returns host and port in a normal form. The default ports 80 and 443 are omitted, because HTTP and HTTPS count as the
 * same service.
 */
function hostAndPort({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${['80', '443'].includes(port) ? '' : port}`;
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Removes the brackets around an IPv6 address. */
const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new EgressError('timeout')), checkMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const notAllowed = () => new EgressError('address not allowed');

function failureOf(error: unknown, signal: AbortSignal): EgressError {
  if (error instanceof EgressError) return error;
  return new EgressError(signal.aborted ? 'timeout' : 'connection failed', error);
}
