/** The keys of the account: list, create, rotate, revoke. */
import type { Key, Keys as KeyList, NewKey, RotatedKey } from './generated/responses.ts';
import { jsonBody, type CallOptions, type Http } from './http.ts';

export class Keys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lists all keys, including revoked keys. */
  async list(options: CallOptions = {}): Promise<Key[]> {
    const { keys } = await this.#http.json<KeyList>({ ...options, path: '/v1/keys' });
    return keys;
  }

  /** Creates a key. The service shows the secret `api_key` of a new key only once. */
  create({ name, ...options }: { name: string } & CallOptions): Promise<NewKey> {
    const body = () => jsonBody({ name });
    return this.#http.json({ ...options, method: 'POST', path: '/v1/keys', body, repeatable: 'if-refused' });
  }

  /**
   * Creates a key that replaces this client's key. The old key remains valid for `graceSeconds` (default: 0, at most
   * 604,800). Create a new client with the new key.
   */
  rotate({
    graceSeconds = 0,
    ...options
  }: { graceSeconds?: number } & CallOptions = {}): Promise<RotatedKey> {
    const body = () => jsonBody({ grace_seconds: graceSeconds });
    const path = '/v1/keys/rotate';
    return this.#http.json({ ...options, method: 'POST', path, body, repeatable: 'if-refused' });
  }

  /** Revokes the key with this id immediately. `list` returns the ids. */
  revoke(keyId: string, options: CallOptions = {}): Promise<Key> {
    return this.#http.json({
      ...options,
      method: 'DELETE',
      path: `/v1/keys/${encodeURIComponent(keyId)}`,
    });
  }
}
