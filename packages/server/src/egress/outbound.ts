/** Requests to addresses that strangers name: only public ones are reached, however they are written or resolved. */
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { isOwnInterface, isAllowedAddress, readNetworks } from './addresses.ts';
import { dnsResolver, type DnsLookup, type ResolvedAddress } from './dns-resolver.ts';

/** Why a request did not come about, in words that tell nothing of our network. */
export type EgressErrorReason = 'address not allowed' | 'connection failed' | 'timeout';

export class EgressError extends Error {
  readonly reason: EgressErrorReason;

  constructor(reason: EgressErrorReason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OutboundFailure';
    this.reason = reason;
  }
}

export interface EgressOptions {
  /** Networks that may be reached although they are not public (`WEBHOOK_ALLOW_PRIVATE`). */
  allowPrivate: readonly string[];
  /** The service's own address, which is no place to send to; undefined where it has no name. */
  baseUrl: string | undefined;
  /** The port that the service listens on, which is not reached on any address of this machine. */
  ownPort?: () => number;
  /** All addresses of a name; a test may have its own. */
  lookUp?: DnsLookup;
}

export interface EgressRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Ends the whole attempt: name, connection, TLS, headers and body. */
  signal: AbortSignal;
}

/** No address that anybody needs is longer. */
const maxUrlCharacters = 2048;
/** Longest time that a name is looked up before a request is accepted. */
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
   * The address `text` means, if it may be sent to as far as can be told now; {@link request} looks again. Throws
   * {@link EgressError}.
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
   * The answer as it comes, its body to be read or destroyed; a redirect is an answer like any other. The address that was checked is
   * the one connected to, on a connection of its own: one that was kept would not be checked again. Throws
   * {@link EgressError}.
   */
  async request(
    url: URL,
    { signal, headers = {}, ...rest }: EgressRequest,
  ): Promise<Dispatcher.ResponseData> {
    // Loaded when there is something to send: a server that never sends is 4 MB smaller without it.
    const { Agent, buildConnector, request } = await import('undici');
    const connect = buildConnector({
      ...{ lookup: this.#guardedLookup(url), allowH2: false, autoSelectFamily: false },
      // The library hears of a request's signal only once there is a connection: the socket hears of it too.
      ...{ signal, timeout: 0 },
    });
    const agent = new Agent({ pipelining: 0, connect: this.#guarded(connect, url) });
    try {
      const address = this.#read(url.href);
      const answer = await request(address, { ...rest, headers: { ...headers }, signal, dispatcher: agent });
      answer.body.once('close', () => void agent.destroy());
      // Who destroys a body does not want to hear of it; who reads it hears all the same.
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
      // Nobody looks up what is an address already.
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

/** Host and port in one spelling; 80 and 443 of one host are the same service's. */
function hostAndPort({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${['80', '443'].includes(port) ? '' : port}`;
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** URLs write IPv6 in brackets. */
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
