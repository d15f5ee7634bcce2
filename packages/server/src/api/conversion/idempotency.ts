/** The idempotency record of a request: opened before its file is read, its response stored and replayed (contract §10). */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { readIdempotencyKey } from '../../limits/idempotency-key.ts';
import { isCompleted, isFinal, responseFor } from '../../limits/idempotency.ts';
import type {
  CompletedRecord,
  Idempotency,
  OpenRecord,
  IdempotencyScope,
  StoredResponse,
} from '../../limits/idempotency.ts';
import { accountOf } from '../../http/guards/authentication.ts';

/** The key of a request to `endpoint`, if it has one. Throws `bad_request` for one that is not valid. */
export function scopeOf(request: FastifyRequest, endpoint: string): IdempotencyScope | undefined {
  // Node joins a header that was sent twice by a comma, which no key contains.
  const key = readIdempotencyKey(request.headers['idempotency-key']?.toString());
  return key === undefined ? undefined : { accountId: accountOf(request).id, endpoint, key };
}

/**
 * Runs `respond` for one of the requests with the same key; the others get its response. Throws 409 while another request
 * with the same key is in flight.
 */
export async function runOnce<T>(
  scope: IdempotencyScope | undefined,
  idempotency: Idempotency,
  respond: (record: IdempotencyRecord) => Promise<T>,
): Promise<T> {
  await using record = new IdempotencyRecord(scope && (await idempotency.begin(scope)));
  try {
    return await respond(record);
  } catch (error) {
    await record.storeRefusal(error);
    throw error;
  }
}

/** Does nothing for a request without a key. Disposing of it frees the key unless a response was stored. */
export class IdempotencyRecord implements AsyncDisposable {
  readonly #begun: OpenRecord | CompletedRecord | undefined;
  #fingerprint: string | undefined;
  #stored = false;

  constructor(begun: OpenRecord | CompletedRecord | undefined) {
    this.#begun = begun;
  }

  get hasKey(): boolean {
    return this.#begun !== undefined;
  }

  /** Whether an earlier request with this key was answered, even with other contents. */
  get isCompleted(): boolean {
    return this.#begun !== undefined && isCompleted(this.#begun);
  }

  /**
   * Returns the response to an earlier request of the same fingerprint, marked as a replay. Must be called once the whole
   * request was received. Throws 422 if the earlier request had another fingerprint.
   */
  async replay(fingerprint: () => Promise<string>): Promise<StoredResponse | undefined> {
    if (!this.#begun) return undefined;
    this.#fingerprint = await fingerprint();
    if (!isCompleted(this.#begun)) return undefined;
    const { headers, ...response } = responseFor(this.#begun, this.#fingerprint);
    return { ...response, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
  }

  /** Stores the response, within `db` if that is an open transaction. */
  async store(response: StoredResponse, db?: Parameters<OpenRecord['settle']>[2]): Promise<void> {
    if (!this.#begun || isCompleted(this.#begun)) return;
    if (this.#fingerprint === undefined) throw new Error('a response was made before its request was known');
    await this.#begun.settle(this.#fingerprint, response, db);
    this.#stored = true;
  }

  /** Stores an error that the same request would get again, once its fingerprint is known. */
  async storeRefusal(error: unknown): Promise<void> {
    // A response that was stored in a transaction is rolled back with it.
    this.#stored = false;
    if (this.#fingerprint === undefined || !(error instanceof ServiceError) || !isFinal(error)) return;
    await this.store({
      status: error.status,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(error.toEnvelope()),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#begun && !isCompleted(this.#begun) && !this.#stored) await this.#begun.release();
  }
}
