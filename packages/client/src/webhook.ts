/** Verifies that a webhook comes from the service (contract §8.4). */
import type { WebhookEvent } from './generated/responses.ts';

export interface WebhookCheck {
  /** Secret that `POST /v1/webhooks/secret` returned. The secret begins with `whsec_`. */
  secret: string;
  /** Value of the header `X-Service-Signature`. */
  signature: string | null | undefined;
  /** Raw body of the request, exactly as received. */
  body: string | Uint8Array | ArrayBuffer;
  /**
   * Maximum difference between the time of the signature and the current time, in seconds. The default difference is
   * 300.
   */
  toleranceSeconds?: number;
  /** Current time, in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Thrown if the request does not come from the service, or if its time is outside the tolerance. The webhook endpoint
 * should respond to such a request with status 401.
 */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/** Verifies the signature and returns the event. Throws `WebhookSignatureError`. */
export async function verifyWebhook(check: WebhookCheck): Promise<WebhookEvent> {
  const { secret, body, toleranceSeconds = 300, now = Date.now } = check;
  const { time, hex } = partsOf(check.signature);
  if (Math.abs(now() / 1000 - time) > toleranceSeconds) {
    throw new WebhookSignatureError('the time of the signature is outside the tolerance');
  }
  const encoder = new TextEncoder();
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(secret));
  // The service stores only the digest of the secret. The signing key is the digest of the secret, as a hexadecimal
  // string.
  const key = encoder.encode(hexOf(new Uint8Array(digest)));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  const message = new Uint8Array([...encoder.encode(`${time}.`), ...bytes]);
  // The comparison takes constant time.
  const isRight = await crypto.subtle.verify('HMAC', imported, bytesOf(hex), message);
  if (!isRight) throw new WebhookSignatureError('the signature does not match the body and the secret');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function partsOf(signature: string | null | undefined): { time: number; hex: string } {
  const fields = new Map(
    (signature ?? '').split(',').map((field) => {
      const [name = '', value = ''] = field.trim().split('=', 2);
      return [name, value];
    }),
  );
  const [time = '', hex = ''] = [fields.get('t'), fields.get('v1')];
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/.test(hex)) {
    throw new WebhookSignatureError('the header X-Service-Signature must contain t and v1');
  }
  return { time: Number(time), hex };
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
