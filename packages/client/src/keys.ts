/** The keys of the account: listed, made, rotated, revoked. */
import type { Key, Keys as KeyList, NewKey, RotatedKey } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

export class Keys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Those that are revoked among them. */
  async list(options: CallOptions = {}): Promise<Key[]> {
    const { keys } = await this.#http.json<KeyList>({ ...options, path: '/v1/keys' });
    return keys;
  }

  /** A further key; its `api_key` is shown this once. */
  create({ name, ...options }: { name: string } & CallOptions): Promise<NewKey> {
    const body = () => jsonBody({ name });
    return this.#http.json({ ...options, method: 'POST', path: '/v1/keys', body, repeatable: 'if-refused' });
  }

  /**
   * A new key in place of the one that this client presents, which works for `graceSeconds` (0; up to 604,800) more. A
   * client is made anew with it.
   */
  rotate({
    graceSeconds = 0,
    ...options
  }: { graceSeconds?: number } & CallOptions = {}): Promise<RotatedKey> {
    const body = () => jsonBody({ grace_seconds: graceSeconds });
    const path = '/v1/keys/rotate';
    return this.#http.json({ ...options, method: 'POST', path, body, repeatable: 'if-refused' });
  }

  /** By the `id` that `list` shows; from now on nothing is accepted with it. */
  revoke(keyId: string, options: CallOptions = {}): Promise<Key> {
    return this.#http.json({
      ...options,
      method: 'DELETE',
      path: `/v1/keys/${encodeURIComponent(keyId)}`,
    });
  }
}
