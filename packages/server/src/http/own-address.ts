/**
 * URLs of this service: its base URL for clients and its own origins. This module also stores the port on which the
 * service listens.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { canonicalHost } from './guards/hosts.ts';
import { isLoopback, withoutBrackets } from './guards/loopback.ts';

type AddressSettings = Pick<Config, 'host' | 'baseUrl' | 'allowedHosts'>;

export class OwnAddress {
  readonly #config: AddressSettings;
  /** The base URL that the client of the current request uses. */
  readonly #ofRequest = new AsyncLocalStorage<string>();
  #port = 0;

  constructor(config: AddressSettings) {
    this.#config = config;
  }

  /** Set the port when the service listens. With `PORT=0` the system chooses the port. */
  set port(port: number) {
    this.#port = port;
  }

  /** Port on which the service listens. The port is 0 until the service listens. */
  get port(): number {
    return this.#port;
  }

  /** URL of the address that the service listens on. */
  get listening(): string {
    const { host } = this.#config;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /**
   * Base URL for clients, without a trailing slash. Links in responses and email messages begin with the base URL.
   * Without `BASE_URL`, the base URL is the URL that the client of the current request uses.
   */
  get baseUrl(): string {
    return this.#ofRequest.getStore() ?? this.defaultUrl;
  }

  /** Base URL that is used outside of requests. */
  get defaultUrl(): string {
    return this.#config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${this.#port}`;
  }

  /** Whether browsers use HTTPS. If browsers use HTTPS, they send cookies only over HTTPS. */
  get isHttps(): boolean {
    return this.#config.baseUrl?.startsWith('https:') === true;
  }

  /**
   * Runs `work` for a request. Within `work`, `baseUrl` is the URL that the client used, if that URL leads to this
   * server.
   */
  within(request: IncomingMessage, work: () => void): void {
    const used = this.#config.baseUrl === undefined ? this.#usedBy(request) : undefined;
    if (used === undefined) work();
    else this.#ofRequest.run(used, work);
  }

  /**
   * Whether `origin` is the origin of the service's base URL. If only this machine can connect, also accepts the origin
   * of `requestHost`, the host to which the request was sent.
   */
  isOwnOrigin(origin: string, requestHost: string): boolean {
    if (!URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (given.origin === new URL(this.defaultUrl).origin) return true;
    return isLoopback(this.#config.host) && given.host === requestHost;
  }

  /**
   * Returns the base URL with the host of the request. Links in email messages use this URL, so a client must not
   * choose it freely. The host must be the address of this connection, an allowed name, or a loopback name on a local
   * connection. Returns undefined for any other host, and if the Host header does not name the port of this server.
   */
  #usedBy({ headers, socket }: IncomingMessage): string | undefined {
    const given = headers.host ?? '';
    const name = canonicalHost(given);
    if (name === undefined || Number(/:(\d+)$/.exec(given)?.[1] ?? 80) !== this.#port) return undefined;
    const connected = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
    const isOurs =
      withoutBrackets(name) === connected ||
      (isLoopback(name) && isLoopback(connected)) ||
      this.#config.allowedHosts.includes(name);
    return isOurs ? new URL(`http://${name}:${this.#port}`).origin : undefined;
  }
}
