/** The `Idempotency-Key` of a request: claimed before its file is read, its answer kept and replayed (contract §10). */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { readIdempotencyKey } from '../../limits/idempotency-key.ts';
import { isAnswered, isFinal, sameAnswer } from '../../limits/idempotency.ts';
import type {
  AnsweredRequest,
  Idempotency,
  IdempotencyClaim,
  IdempotencyScope,
  KeptAnswer,
} from '../../limits/idempotency.ts';
import { accountOf } from '../../http/guards/authentication.ts';

/** The key of a request to `endpoint`, if it has one. Throws `bad_request` for one that is not valid. */
export function scopeOf(request: FastifyRequest, endpoint: string): IdempotencyScope | undefined {
  // Node joins a header that was sent twice by a comma, which no key contains.
  const key = readIdempotencyKey(request.headers['idempotency-key']?.toString());
  return key === undefined ? undefined : { accountId: accountOf(request).id, endpoint, key };
}

/**
 * What `answer` returns: of requests with the same key one is answered, and the others get its answer. Throws 409 while
 * another request with the same key is in flight.
 */
export async function answerOnce<T>(
  scope: IdempotencyScope | undefined,
  idempotency: Idempotency,
  answer: (claim: KeyClaim) => Promise<T>,
): Promise<T> {
  await using claim = new KeyClaim(scope && (await idempotency.begin(scope)));
  try {
    return await answer(claim);
  } catch (error) {
    await claim.keepRefusal(error);
    throw error;
  }
}

/** A request's right to its key, of which it may have none. Disposing of it frees the key unless an answer was kept. */
export class KeyClaim implements AsyncDisposable {
  readonly #begun: IdempotencyClaim | AnsweredRequest | undefined;
  #fingerprint: string | undefined;
  #kept = false;

  constructor(begun: IdempotencyClaim | AnsweredRequest | undefined) {
    this.#begun = begun;
  }

  get hasKey(): boolean {
    return this.#begun !== undefined;
  }

  /** Whether an earlier request with this key was answered, whatever it asked for. */
  get isAnswered(): boolean {
    return this.#begun !== undefined && isAnswered(this.#begun);
  }

  /**
   * To be called as soon as the whole request was received: returns the answer to an earlier request of the same
   * fingerprint, if there is one, marked as a replay. Throws 422 when the earlier request was another.
   */
  async replay(fingerprint: () => Promise<string>): Promise<KeptAnswer | undefined> {
    if (!this.#begun) return undefined;
    this.#fingerprint = await fingerprint();
    if (!isAnswered(this.#begun)) return undefined;
    const { headers, ...answer } = sameAnswer(this.#begun, this.#fingerprint);
    return { ...answer, headers: { ...headers, 'Idempotent-Replayed': 'true' } };
  }

  /** Keeps the answer, within `db` when that is an open transaction; does nothing for a request without a key. */
  async keep(answer: KeptAnswer, db?: Parameters<IdempotencyClaim['settle']>[2]): Promise<void> {
    if (!this.#begun || isAnswered(this.#begun)) return;
    if (this.#fingerprint === undefined) throw new Error('an answer was made before its request was known');
    await this.#begun.settle(this.#fingerprint, answer, db);
    this.#kept = true;
  }

  /** Keeps an error that the same request would meet again, once its fingerprint is known. */
  async keepRefusal(error: unknown): Promise<void> {
    // An answer that was kept in a transaction is undone with it.
    this.#kept = false;
    if (this.#fingerprint === undefined || !(error instanceof ServiceError) || !isFinal(error)) return;
    await this.keep({
      status: error.status,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(error.toEnvelope()),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#begun && !isAnswered(this.#begun) && !this.#kept) await this.#begun.release();
  }
}
