/** Addresses of this service: the port it listens on, its base URL for clients, and its own origins. */
import type { Config } from '../config.ts';
import { isLoopback } from './guards/loopback.ts';

export class OwnAddress {
  readonly #config: Pick<Config, 'host' | 'baseUrl'>;
  #port = 0;

  constructor(config: Pick<Config, 'host' | 'baseUrl'>) {
    this.#config = config;
  }

  /** Set when the service listens. With `PORT=0` the system chooses the port. */
  set port(port: number) {
    this.#port = port;
  }

  /** 0 until the service listens. */
  get port(): number {
    return this.#port;
  }

  /** Address that the service listens on. */
  get listening(): string {
    const { host } = this.#config;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /** Base URL for clients, without a trailing slash. */
  get baseUrl(): string {
    return this.#config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${this.#port}`;
  }

  /** Whether browsers use HTTPS. If so, cookies are sent over HTTPS only. */
  get isHttps(): boolean {
    return this.#config.baseUrl?.startsWith('https:') === true;
  }

  /**
   * Whether `origin` is that of `BASE_URL`. If only this machine can connect, the origin of the host to which the
   * request was sent is accepted too.
   */
  isOwnOrigin(origin: string, requestHost: string): boolean {
    if (!URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (given.origin === new URL(this.baseUrl).origin) return true;
    return isLoopback(this.#config.host) && given.host === requestHost;
  }
}
