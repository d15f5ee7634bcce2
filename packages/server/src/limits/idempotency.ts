/**
 * Requests with an `Idempotency-Key` (contract §10): of those with the same key one runs,
 * and its answer is what the others get for 24 hours, from whichever process they ask.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import { openColumn, sealColumn } from '../db/sealed.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Lease } from '../leases/lease.ts';

/** How long an answer is kept, in milliseconds. */
export const keptMs = 24 * 3_600_000;
/** Seconds after which a twin of a request in flight may ask again. */
const retryAfter = 2;

export interface IdempotencyScope {
  accountId: string;
  /** Such as `/v1/convert`: the same key elsewhere is another. */
  endpoint: string;
  key: string;
}

/** What is needed to give the same answer again. */
export interface KeptAnswer {
  status: number;
  headers: Readonly<Record<string, string | number>>;
  /** The body as text, or as bytes in base64, or the name of the stored object that is it. */
  body?: string;
  bytes?: string;
  object?: string;
}

/** An earlier request's answer; only for the same payload. */
export interface AnsweredRequest {
  fingerprint: string;
  answer: KeptAnswer;
}

/** The right to be the one that runs. */
export interface IdempotencyClaim {
  /** Keeps the answer, within `db` when that is an open transaction. Throws when the claim was lost meanwhile. */
  settle(fingerprint: string, answer: KeptAnswer, db?: Kysely<Tables>): Promise<void>;
  /** Leaves the key as if it had never been used. */
  release(): Promise<void>;
}

interface IdempotencyServices {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  /** Answers hold results and links to them. */
  encryption: Encryption;
}

export class Idempotency {
  readonly #database: Database;
  readonly #lease: Lease;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #encryption: Encryption;

  constructor({ database, lease, clock, newId, encryption }: IdempotencyServices) {
    this.#database = database;
    this.#lease = lease;
    this.#clock = clock;
    this.#newId = newId;
    this.#encryption = encryption;
  }

  /**
   * Throws 409 while another request with this key is in flight in a process that lives. An answer that was sealed with
   * another `SECRET_KEY` is forgotten.
   */
  async begin(scope: IdempotencyScope): Promise<IdempotencyClaim | AnsweredRequest> {
    const leaseId = await this.#lease.ensure();
    const claim = this.#newId();
    for (;;) {
      if (await this.#claim(scope, claim, leaseId)) return this.#claimed(scope, claim);
      const [found] = await findKey(this.#database.query, scope);
      // Released between the two statements: then it is free.
      if (!found) continue;
      if (found.answer === null || found.fingerprint === null) throw inFlight();
      const answer = this.#opened(scope, found.answer);
      if (answer !== undefined) return { fingerprint: found.fingerprint, answer };
      await forgetAnswer(this.#database.query, { ...scope, answer: found.answer });
    }
  }

  #opened(scope: IdempotencyScope, stored: string): KeptAnswer | undefined {
    let text: string;
    try {
      text = openColumn(this.#encryption, stored, sealedFor(scope));
    } catch {
      return undefined;
    }
    return JSON.parse(text) as KeptAnswer;
  }

  /** Forgets answers whose time is over. */
  async sweep(): Promise<void> {
    await this.#database.query
      .deleteFrom('idempotency_keys')
      .where('expires_at', '<=', this.#clock.now())
      .where('answer', 'is not', null)
      .execute();
  }

  async #claim(scope: IdempotencyScope, claim: string, leaseId: string): Promise<boolean> {
    const now = this.#clock.now();
    const values = { ...scope, claim, leaseId, now, until: now + keptMs };
    const [row] = await this.#database.relaxedDurability((db) => claimKey(db, values));
    return row !== undefined;
  }

  #claimed(scope: IdempotencyScope, claim: string): IdempotencyClaim {
    const { query } = this.#database;
    const encryption = this.#encryption;
    return {
      settle: async (fingerprint, answer, db = query) => {
        const sealed = sealColumn(encryption, JSON.stringify(answer), sealedFor(scope));
        const [kept] = await settleKey(db, { ...scope, claim, fingerprint, answer: sealed });
        // This process was taken for dead, and another request has the key now.
        if (!kept) throw inFlight();
      },
      release: async () => {
        await releaseKey(query, { ...scope, claim });
      },
    };
  }
}

const is =
  ({ accountId, endpoint, key }: IdempotencyScope) =>
  (where: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    where.and({ account_id: accountId, endpoint, key });

/** One statement: of all who try at the same time, one gets the key, if nobody has it who lives. */
const claimKey = prepared(
  (db, values: IdempotencyScope & { claim: string; leaseId: string; now: number; until: number }) => {
    const { accountId, endpoint, key, claim, leaseId, now, until } = values;
    const held = { claim, lease_id: leaseId, fingerprint: null, answer: null, expires_at: until };
    return db
      .insertInto('idempotency_keys')
      .values({ account_id: accountId, endpoint, key, ...held })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'endpoint', 'key'])
          .doUpdateSet(held)
          .where((where) =>
            where.or([
              where.and([
                where('idempotency_keys.answer', 'is not', null),
                where('idempotency_keys.expires_at', '<=', now),
              ]),
              where.and([
                where('idempotency_keys.answer', 'is', null),
                where.not(
                  where.exists(
                    where
                      .selectFrom('leases')
                      .select('leases.id')
                      .whereRef('leases.id', '=', 'idempotency_keys.lease_id')
                      .where('leases.expires_at', '>', now),
                  ),
                ),
              ]),
            ]),
          ),
      )
      .returning('claim');
  },
);

const findKey = prepared((db, scope: IdempotencyScope) =>
  db.selectFrom('idempotency_keys').select(['fingerprint', 'answer']).where(is(scope)),
);

const settleKey = prepared(
  (db, values: IdempotencyScope & { claim: string; fingerprint: string; answer: string }) => {
    const { claim, fingerprint, answer } = values;
    return db
      .updateTable('idempotency_keys')
      .set({ fingerprint, answer, lease_id: null })
      .where(is(values))
      .where('claim', '=', claim)
      .returning('claim');
  },
);

const releaseKey = prepared((db, values: IdempotencyScope & { claim: string }) =>
  db
    .deleteFrom('idempotency_keys')
    .where(is(values))
    .where('claim', '=', values.claim)
    .where('answer', 'is', null),
);

const forgetAnswer = prepared((db, values: IdempotencyScope & { answer: string }) =>
  db.deleteFrom('idempotency_keys').where(is(values)).where('answer', '=', values.answer),
);

const sealedFor = ({ accountId, endpoint, key }: IdempotencyScope) => `${accountId} ${endpoint} ${key}`;

export function isAnswered(begun: IdempotencyClaim | AnsweredRequest): begun is AnsweredRequest {
  return 'answer' in begun;
}

/** Throws 422 when the request is not the one that was answered. */
export function sameAnswer({ fingerprint, answer }: AnsweredRequest, asked: string): KeptAnswer {
  if (fingerprint === asked) return answer;
  throw new ServiceError(
    'bad_request',
    'This Idempotency-Key was used for a different request. Use a new key for a new request.',
    { status: 422, details: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' } },
  );
}

/** Whether the same request would be refused in the same way again; what a moment's load decides is not kept. */
export function isFinal({ status }: ServiceError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status);
}

function inFlight(): ServiceError {
  return new ServiceError(
    'bad_request',
    `A request with this Idempotency-Key is still in flight. Ask again in ${retryAfter} s.`,
    {
      status: 409,
      details: { field: 'Idempotency-Key', reason: 'in_flight', retry_after: retryAfter },
      retryAfter,
    },
  );
}
