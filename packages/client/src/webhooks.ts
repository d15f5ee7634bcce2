/** The signing secret of webhooks, and test events. */
import type { WebhookSecret, WebhookTest } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

/** Includes 5 s for the endpoint to respond, and the wait of the request in a queue. */
const testTimeoutMs = 60_000;

export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a secret, shown only once. It immediately replaces the previous one. */
  rotateSecret(options: CallOptions = {}): Promise<WebhookSecret> {
    const path = '/v1/webhooks/secret';
    return this.#http.json({ ...options, method: 'POST', path, repeatable: 'if-refused' });
  }

  /** Sends `webhook.test` to a URL and returns the outcome. */
  test(url: string | URL, { timeoutMs = testTimeoutMs, signal }: CallOptions = {}): Promise<WebhookTest> {
    const body = () => jsonBody({ url: String(url) });
    return this.#http.json({ method: 'POST', path: '/v1/webhooks/test', body, timeoutMs, signal });
  }
}
