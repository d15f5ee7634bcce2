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

  /** Whether browsers use HTTPS, which cookies are then restricted to. */
  get isHttps(): boolean {
    return this.#config.baseUrl?.startsWith('https:') === true;
  }

  /**
   * Whether `origin` is that of `BASE_URL` or, if only this machine can connect, that of the host that the request itself
   * was sent to.
   */
  isOwnOrigin(origin: string, requestHost: string): boolean {
    if (!URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (given.origin === new URL(this.baseUrl).origin) return true;
    return isLoopback(this.#config.host) && given.host === requestHost;
  }
}
