/**
 * Idempotency record of a request. The server opens the idempotency record before it reads the file. The record stores
 * the response and replays it to repeated requests (contract §10).
 */
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

/** Returns the idempotency key of a request to `endpoint`, if any. Throws `bad_request` if the key is invalid. */
export function scopeOf(request: FastifyRequest, endpoint: string): IdempotencyScope | undefined {
  // Rejects a repeated header too: Node joins the values with commas, and a key must not contain commas.
  const key = readIdempotencyKey(request.headers['idempotency-key']?.toString());
  return key === undefined ? undefined : { accountId: accountOf(request).id, endpoint, key };
}

/**
 * Runs `respond` with the idempotency record of the request. `respond` stores its response in the record, or replays
 * the stored response of an earlier request. If `respond` throws an error that would also occur if the request were
 * repeated, this function stores the error as the response. Throws 409 while another request with the same key is in
 * flight.
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

/**
 * Idempotency record of a request. Without a key, all methods are no-ops. Disposing the record frees the key unless a
 * response was stored.
 */
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

  /**
   * Whether an earlier request with this key has a stored response, even if the contents of that request were
   * different.
   */
  get isCompleted(): boolean {
    return this.#begun !== undefined && isCompleted(this.#begun);
  }

  /**
   * Returns the stored response to an earlier request with the same fingerprint, marked as a replay. Returns undefined
   * if no response is stored. Call this method after the whole request was received. Throws 422 if the earlier request
   * had another fingerprint.
   */
  async replay(fingerprint: () => Promise<string>): Promise<StoredResponse | undefined> {
    if (!this.#begun) return undefined;
    this.#fingerprint = await fingerprint();
    if (!isCompleted(this.#begun)) return undefined;
    const { headers, ...response } = responseFor(this.#begun, this.#fingerprint);
    return { ...response, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
  }

  /** Stores the response. If `db` is given, the response is stored in the transaction `db`. */
  async store(response: StoredResponse, db?: Parameters<OpenRecord['settle']>[2]): Promise<void> {
    if (!this.#begun || isCompleted(this.#begun)) return;
    if (this.#fingerprint === undefined) throw new Error('a response was made before its request was known');
    await this.#begun.settle(this.#fingerprint, response, db);
    this.#stored = true;
  }

  /**
   * Stores the error as the response if a repeated request would get the same error. Does nothing until the fingerprint
   * of the request is known.
   */
  async storeRefusal(error: unknown): Promise<void> {
    // A rollback of the transaction also discards the stored response.
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
