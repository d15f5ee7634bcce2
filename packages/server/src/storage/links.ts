/** Signed links. Until a link expires, it opens one stored object or accepts one upload (contract §5.1, §15.1). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';

/** Maximum lifetime of a link, in seconds. */
export const longestLinkSeconds = 24 * 3_600;

export interface LinkOptions {
  /**
   * Secret that all servers of this installation share. `earlier` is the previous secret, which signs no new links. A
   * link that was signed with the previous secret expires at the time `until` at the latest.
   */
  key: { value: string; earlier?: { value: string; until: number } };
  /** Public URL of the service, without a trailing slash. */
  baseUrl: () => string;
  clock: Clock;
}

type LinkQuery = Readonly<Record<string, unknown>>;

export class Links {
  readonly #options: LinkOptions;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /**
   * Returns a link to `object`. Clients save the object as `fileName`. The link is valid for `seconds` from now, but at
   * most until `end`.
   */
  to(object: string, fileName: string, seconds: number, end = Infinity): string {
    const name = nameOf(object, fileName);
    return `${this.#options.baseUrl()}/files/${name}?${this.#signed('GET', name, seconds, end)}`;
  }

  /** Whether a link with the query `query` is signed for `object` and `fileName`, and has not expired. */
  opens(object: string, fileName: string, query: LinkQuery): boolean {
    return this.#isSigned('GET', nameOf(object, fileName), query);
  }

  /**
   * Returns the URL of an upload, to which the client sends the file with PUT. The link is valid for
   * `seconds` from now.
   */
  toUpload(id: string, seconds: number): string {
    return `${this.#options.baseUrl()}/v1/uploads/${id}?${this.#signed('PUT', id, seconds)}`;
  }

  /** Whether a link with this query is signed for this upload, and has not expired. */
  opensUpload(id: string, query: LinkQuery): boolean {
    return this.#isSigned('PUT', id, query);
  }

  #signed(method: string, name: string, seconds: number, end = Infinity): string {
    const expires = String(Math.min(Math.floor(this.#options.clock.now() / 1000) + seconds, end / 1000));
    return new URLSearchParams({ expires, signature: this.#sign(method, name, expires) }).toString();
  }

  #isSigned(method: string, name: string, { expires, signature }: LinkQuery): boolean {
    if (
      typeof expires !== 'string' ||
      typeof signature !== 'string' ||
      !/^\d{1,12}(\.\d{1,3})?$/.test(expires)
    )
      return false;
    const isSignedBy = (key: string) => {
      const [given, right] = [Buffer.from(signature), Buffer.from(this.#sign(method, name, expires, key))];
      return given.length === right.length && timingSafeEqual(given, right);
    };
    const { key, clock } = this.#options;
    const until = Math.round(Number(expires) * 1000);
    if (until <= clock.now()) return false;
    // A link that the earlier key has signed is rejected if it expires later than the key, because someone may have
    // read the earlier key from a backup.
    return (
      isSignedBy(key.value) ||
      (key.earlier !== undefined && until <= key.earlier.until && isSignedBy(key.earlier.value))
    );
  }

  /** Signs the method, the object and the expiry time. */
  #sign(method: string, object: string, expires: string, key = this.#options.key.value): string {
    return createHmac('sha256', key).update(`${method}\n${object}\n${expires}`).digest('base64url');
  }
}

const nameOf = (object: string, fileName: string) => `${object}/${encodeURIComponent(fileName)}`;
