/** Where this service itself is: the port it listens on, the address clients reach it by, and the origins that are its own. */
import type { Config } from '../config.ts';
import { isLoopback } from './guards/loopback.ts';

export class OwnAddress {
  readonly #config: Pick<Config, 'host' | 'baseUrl'>;
  #port = 0;

  constructor(config: Pick<Config, 'host' | 'baseUrl'>) {
    this.#config = config;
  }

  /** Set once the service listens: with `PORT=0` the system chooses it. */
  set port(port: number) {
    this.#port = port;
  }

  /** 0 until the service listens. */
  get port(): number {
    return this.#port;
  }

  /** Where it listens. */
  get listening(): string {
    const { host } = this.#config;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port}`;
  }

  /** Where clients reach it, without a slash at the end. */
  get baseUrl(): string {
    return this.#config.baseUrl?.replace(/\/$/, '') ?? `http://localhost:${this.#port}`;
  }

  /** Whether browsers reach it by https, where its cookies are kept to it. */
  get isHttps(): boolean {
    return this.#config.baseUrl?.startsWith('https:') === true;
  }

  /**
   * Whether `origin` is that of `BASE_URL`, or, where only this machine can connect, that of the host that the request
   * itself was sent to.
   */
  isOwnOrigin(origin: string, requestHost: string): boolean {
    if (!URL.canParse(origin)) return false;
    const given = new URL(origin);
    if (given.origin === new URL(this.baseUrl).origin) return true;
    return isLoopback(this.#config.host) && given.host === requestHost;
  }
}
