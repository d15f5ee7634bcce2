/** What webhooks are signed with, and whether an endpoint understands them. */
import type { WebhookSecret, WebhookTest } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

/** An endpoint has five seconds to answer, and a request may wait for its turn. */
const testTimeoutMs = 60_000;

export class Webhooks {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** A new secret, shown this once; the one before it signs nothing any more. */
  rotateSecret(options: CallOptions = {}): Promise<WebhookSecret> {
    const path = '/v1/webhooks/secret';
    return this.#http.json({ ...options, method: 'POST', path, repeatable: 'if-refused' });
  }

  /** Has `webhook.test` sent to an address, and answers how that went. */
  test(url: string | URL, { timeoutMs = testTimeoutMs, signal }: CallOptions = {}): Promise<WebhookTest> {
    const body = () => jsonBody({ url: String(url) });
    return this.#http.json({ method: 'POST', path: '/v1/webhooks/test', body, timeoutMs, signal });
  }
}
