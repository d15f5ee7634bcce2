/** The signing secret of webhooks, and test events. */
import type { WebhookSecret, WebhookTest } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

/**
 * Timeout of a test event, in milliseconds. The timeout includes 5 s for the endpoint's response, and the time that the
 * request waits in a queue.
 */
const testTimeoutMs = 60_000;

export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a secret, which is shown only once. The new secret immediately replaces the previous secret. */
  rotateSecret(options: CallOptions = {}): Promise<WebhookSecret> {
    const path = '/v1/webhooks/secret';
    return this.#http.json({ ...options, method: 'POST', path, repeatable: 'if-refused' });
  }

  /** Sends a `webhook.test` event to a URL and returns the outcome. */
  test(url: string | URL, { timeoutMs = testTimeoutMs, signal }: CallOptions = {}): Promise<WebhookTest> {
    const body = () => jsonBody({ url: String(url) });
    return this.#http.json({ method: 'POST', path: '/v1/webhooks/test', body, timeoutMs, signal });
  }
}
