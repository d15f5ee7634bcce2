/** Requests to addresses that strangers name: only public ones are reached, however they are written or resolved. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { mayBeReached, readNetworks } from './addresses.ts';

/** Why a request did not come about, in words that tell nothing of our network. */
export type OutboundReason = 'address not allowed' | 'connection failed' | 'timeout';

export class OutboundFailure extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OutboundFailure';
    this.reason = reason;
  }
}

interface Resolved {
  address: string;
  family: number;
}

export interface OutboundParts {
  /** Networks that may be reached although they are not public (`WEBHOOK_ALLOW_PRIVATE`). */
  allowPrivate: readonly string[];
  /** The service's own address, which is no place to send to; undefined where it has no name. */
  baseUrl: string | undefined;
  /** All addresses of a name; the system's resolver unless a test has its own. */
  lookup?: (name: string) => Promise<readonly Resolved[]>;
}

export interface OutboundRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Ends the whole attempt: name, connection, TLS, headers and body. */
  signal: AbortSignal;
}

/** No address that anybody needs is longer. */
const mostCharacters = 2048;
/** Longest time that a name is looked up before a request is accepted. */
const checkMs = 5_000;
/** Ends connections that were given up before they came about, which no signal reaches. */
const connectMs = 10_000;

export class Outbound {
  readonly #allowed;
  readonly #own: string | undefined;
  readonly #lookup: (name: string) => Promise<readonly Resolved[]>;

  constructor({ allowPrivate, baseUrl, lookup }: OutboundParts) {
    this.#allowed = readNetworks(allowPrivate);
    this.#own = baseUrl === undefined ? undefined : new URL(baseUrl).host;
    this.#lookup = lookup ?? ((name) => systemLookup(name, { all: true }));
  }

  /**
   * The address `text` means, if it may be sent to as far as can be told now; {@link request} looks again. Throws
   * {@link OutboundFailure}.
   */
  async check(text: string): Promise<URL> {
    const url = this.#read(text);
    const host = bare(url.hostname);
    const addresses = isIP(host) ? [{ address: host }] : await withinTime(this.#resolve(host));
    if (addresses.length === 0 || !addresses.every(({ address }) => this.#mayReach(address)))
      throw notAllowed();
    return url;
  }

  /**
   * The answer as it comes, its body to be read or destroyed; a redirect is an answer like any other. The address that was checked is
   * the one connected to, on a connection of its own: one that was kept would not be checked again. Throws
   * {@link OutboundFailure}.
   */
  async request(
    url: URL,
    { signal, headers = {}, ...rest }: OutboundRequest,
  ): Promise<Dispatcher.ResponseData> {
    const agent = new Agent({ pipelining: 0, connect: this.#connector() });
    // The library hears of a signal only once there is a connection.
    const giveUp = () => void agent.destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const address = this.#read(url.href);
      const answer = await request(address, { ...rest, headers: { ...headers }, signal, dispatcher: agent });
      answer.body.once('close', () => {
        signal.removeEventListener('abort', giveUp);
        void agent.destroy();
      });
      // Who destroys a body does not want to hear of it; who reads it hears all the same.
      answer.body.on('error', () => undefined);
      return answer;
    } catch (error) {
      signal.removeEventListener('abort', giveUp);
      await agent.destroy();
      throw failureOf(error, signal);
    }
  }

  #read(text: string): URL {
    const url = text.length <= mostCharacters && URL.canParse(text) ? new URL(text) : undefined;
    const port = Number(url?.port);
    const fit =
      (url?.protocol === 'http:' || url?.protocol === 'https:') &&
      url.username === '' &&
      url.password === '' &&
      ([0, 80, 443].includes(port) || port > 1023) &&
      url.host !== this.#own;
    if (!url || !fit) throw notAllowed();
    return url;
  }

  #mayReach(address: string): boolean {
    return mayBeReached(address, this.#allowed);
  }

  async #resolve(name: string): Promise<readonly Resolved[]> {
    try {
      return await this.#lookup(name);
    } catch (error) {
      throw new OutboundFailure('connection failed', error);
    }
  }

  #connector(): buildConnector.connector {
    const connect = buildConnector({
      ...{ lookup: this.#guardedLookup(), allowH2: false, autoSelectFamily: false },
      timeout: connectMs,
    });
    return (options, done) => {
      const host = bare(options.hostname);
      // Nobody looks up what is an address already.
      if (isIP(host) && !this.#mayReach(host)) done(notAllowed(), null);
      else connect(options, done);
    };
  }

  #guardedLookup(): LookupFunction {
    return (name, { all }, done) => {
      this.#resolve(name).then(
        (addresses) => {
          const [first] = addresses;
          const fit = first && addresses.every(({ address }) => this.#mayReach(address));
          if (!fit) done(notAllowed(), '');
          else if (all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        },
        (error: unknown) => done(error as Error, ''),
      );
    };
  }
}

/** URLs write IPv6 in brackets. */
const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new OutboundFailure('timeout')), checkMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const notAllowed = () => new OutboundFailure('address not allowed');

function failureOf(error: unknown, signal: AbortSignal): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  return new OutboundFailure(signal.aborted ? 'timeout' : 'connection failed', error);
}
