/** Computes the signature of webhooks (contract §8.4). */
import { createHmac } from 'node:crypto';

export interface Signed {
  /** The account's signing key: the SHA-256 hash of the webhook secret, in lower-case hexadecimal. */
  key: string;
  /** Time of signing, in seconds since the Unix epoch. */
  at: number;
  /** The exact bytes of the sent body. */
  body: string | Buffer;
}

/** Returns the value of the header `X-Service-Signature`. */
export function signatureOf({ key, at, body }: Signed): string {
  const digest = createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');
  return `t=${at},v1=${digest}`;
}
