/** Signed links to stored objects: each opens one object until it expires (contract §5.1). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';

/** The longest life of a link. */
export const longestLinkSeconds = 24 * 3_600;

export interface LinkOptions {
  /** Known to the servers of this installation only; `earlier` signs nothing any more, but its links open until then. */
  key: { value: string; earlier?: { value: string; until: number } };
  /** Where clients reach the service, without a slash at the end. */
  baseUrl: () => string;
  clock: Clock;
}

export class Links {
  readonly #options: LinkOptions;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** The URL that serves `object` for `seconds` from now, to be saved as `fileName`. */
  to(object: string, fileName: string, seconds: number): string {
    const expires = String(Math.floor(this.#options.clock.now() / 1000) + seconds);
    const name = `${object}/${encodeURIComponent(fileName)}`;
    const query = new URLSearchParams({ expires, signature: this.#sign('GET', name, expires) });
    return `${this.#options.baseUrl()}/files/${name}?${query.toString()}`;
  }

  /** Whether a link with this query is signed for `object` and this name, and has not expired. */
  opens(object: string, fileName: string, query: Readonly<Record<string, unknown>>): boolean {
    const { expires, signature } = query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    const name = `${object}/${encodeURIComponent(fileName)}`;
    const isSigned = (key: string) => {
      const [given, right] = [Buffer.from(signature), Buffer.from(this.#sign('GET', name, expires, key))];
      return given.length === right.length && timingSafeEqual(given, right);
    };
    const { key, clock } = this.#options;
    const until = Number(expires) * 1000;
    if (until <= clock.now()) return false;
    // Whoever reads the earlier key in a backup cannot make a link that expires later than it.
    return (
      isSigned(key.value) ||
      (key.earlier !== undefined && until <= key.earlier.until && isSigned(key.earlier.value))
    );
  }

  /** Over method, object and expiry. */
  #sign(method: string, object: string, expires: string, key = this.#options.key.value): string {
    return createHmac('sha256', key).update(`${method}\n${object}\n${expires}`).digest('base64url');
  }
}
