/** Answers that outlive their request: kept with an `Idempotency-Key`, and given again to whoever repeats it. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { readIdempotencyKey } from '../limits/idempotency-key.ts';
import { isAnswered, isFinal, sameAnswer } from '../limits/idempotency.ts';
import type { KeptAnswer, IdempotencyClaim, Idempotency, IdempotencyScope } from '../limits/idempotency.ts';
import { accountOf } from './authentication.ts';

/** Keeps an answer, within `db` when that is an open transaction; does nothing for a request without a key. */
export type KeepAnswer = (
  answer: KeptAnswer,
  db?: Parameters<IdempotencyClaim['settle']>[2],
) => Promise<void>;

export interface IdempotentAttempt {
  /** Whether there is an answer to an earlier request with this key, of whatever payload. */
  answered: boolean;
  /**
   * To be called as soon as the whole request was read: the answer to an earlier request of the same fingerprint, if
   * there is one, marked as a repetition. Throws 422 when the earlier request was another.
   */
  replay: (fingerprint: () => Promise<string>) => Promise<KeptAnswer | undefined>;
  keepAnswer: KeepAnswer;
}

const nothing = () => Promise.resolve(undefined);

/** What the request's `Idempotency-Key` stands for; undefined without one. Throws `bad_request` for one that is no key. */
export function scopeOf(request: FastifyRequest, endpoint: string): IdempotencyScope | undefined {
  // Node joins a header that was sent twice by a comma, which no key has in it.
  const key = readIdempotencyKey(request.headers['idempotency-key']?.toString());
  return key === undefined ? undefined : { accountId: accountOf(request).id, endpoint, key };
}

/**
 * Does `work` unless another request with the same key is in flight (409). An error that the same request would meet
 * again is kept as well, once its payload is known; after any other the key is as if it had never been used.
 */
export async function withIdempotency<T>(
  scope: IdempotencyScope | undefined,
  idempotency: Idempotency,
  work: (attempt: IdempotentAttempt) => Promise<T>,
): Promise<T> {
  if (!scope) return work({ answered: false, replay: nothing, keepAnswer: nothing });
  const begun = await idempotency.begin(scope);
  if (isAnswered(begun)) {
    const replay: IdempotentAttempt['replay'] = async (fingerprint) =>
      replayed(sameAnswer(begun, await fingerprint()));
    return work({ answered: true, replay, keepAnswer: nothing });
  }
  let asked: string | undefined;
  const replay: IdempotentAttempt['replay'] = async (fingerprint) => {
    asked = await fingerprint();
    return undefined;
  };
  const keepAnswer: KeepAnswer = async (answer, db) => {
    if (asked === undefined) throw new Error('an answer was made before its request was known');
    await begun.settle(asked, answer, db);
  };
  try {
    return await work({ answered: false, replay, keepAnswer });
  } catch (error) {
    if (asked !== undefined && error instanceof ServiceError && isFinal(error))
      await keepAnswer(refusal(error));
    else await begun.release();
    throw error;
  }
}

function replayed(answer: KeptAnswer): KeptAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

function refusal(error: ServiceError): KeptAnswer {
  return {
    status: error.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(error.toEnvelope()),
  };
}
