/**
 * Idempotency keys (contract §10). Only the first request with a key runs. The response to the first request is stored
 * for 24 hours. Any process can replay the stored response to later requests with the same key.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import { decryptColumn, encryptColumn } from '../db/encrypted-column.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { Encryption } from '../kit/encryption.ts';
import type { Lease } from '../leases/lease.ts';

/** Retention of a response, in milliseconds. */
export const keptMs = 24 * 3_600_000;
/** Value of `Retry-After` if another request with the same key is in flight, in seconds. */
const retryAfter = 2;

export interface IdempotencyScope {
  accountId: string;
  /** Endpoint, such as `/v1/convert`. Idempotency keys are separate for each endpoint. */
  endpoint: string;
  key: string;
}

/** A response as stored in an idempotency record. */
export interface StoredResponse {
  status: number;
  headers: Readonly<Record<string, string | number>>;
  /** The body: a string, bytes in base64, or the name of a stored object. */
  body?: string;
  bytes?: string;
  object?: string;
}

/**
 * The record of a completed request. The response of a completed request is replayed to requests with the same
 * fingerprint.
 */
export interface CompletedRecord {
  matches: (fingerprint: string) => boolean;
  response: StoredResponse;
}

/** The record of a running request. */
export interface OpenRecord {
  /** Stores the response, in the transaction `db` if one is given. Throws 409 if another request has taken the key. */
  settle(fingerprint: string, response: StoredResponse, db?: Kysely<Tables>): Promise<void>;
  /** Frees the idempotency key, so that a later request can use the key. */
  release(): Promise<void>;
}

interface IdempotencyServices {
  database: Database;
  lease: Lease;
  clock: Clock;
  newId: NewId;
  /** Encrypts stored responses, which contain results and links to them. */
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
   * If an earlier request with the same key has completed, returns its record. If no request with this key has
   * completed, takes the key for the current request and returns an open record. Throws 409 while another request with
   * the same key is in flight. Deletes a stored response that was encrypted with another `SECRET_KEY`.
   */
  async begin(scope: IdempotencyScope): Promise<OpenRecord | CompletedRecord> {
    const claim = this.#newId();
    const release = () => releaseKey(this.#database.query, { ...scope, claim });
    for (;;) {
      const isOurs = await this.#lease.claim((leaseId) => this.#takeKey(scope, claim, leaseId), release);
      if (isOurs) return this.#openRecord(scope, claim);
      const [found] = await findKey(this.#database.query, scope);
      // If no record is found, another process freed the key between the two statements, so this request can take the
      // key.
      if (!found) continue;
      if (found.answer === null || found.fingerprint === null) throw inFlight();
      const response = this.#decrypted(scope, found.answer);
      const stored = found.fingerprint;
      const matches = (asked: string) => [asked, this.#storedFingerprint(scope, asked)].includes(stored);
      if (response !== undefined) return { matches, response };
      await deleteRecord(this.#database.query, { ...scope, answer: found.answer });
    }
  }

  /**
   * Returns the keyed digest of the fingerprint. The service stores the digest, not the fingerprint. Earlier versions
   * stored the fingerprint, from which a reader of the database could guess passwords in the options.
   */
  #storedFingerprint(scope: IdempotencyScope, fingerprint: string): string {
    return `keyed:${this.#encryption.keyedDigest(fingerprint, rowOf(scope))}`;
  }

  #decrypted(scope: IdempotencyScope, stored: string): StoredResponse | undefined {
    let text: string;
    try {
      text = decryptColumn(this.#encryption, stored, rowOf(scope));
    } catch {
      return undefined;
    }
    return JSON.parse(text) as StoredResponse;
  }

  /** Deletes records that have expired. */
  async sweep(): Promise<void> {
    await this.#database.query
      .deleteFrom('idempotency_keys')
      .where('expires_at', '<=', this.#clock.now())
      .where('answer', 'is not', null)
      .execute();
  }

  async #takeKey(scope: IdempotencyScope, claim: string, leaseId: string): Promise<boolean> {
    const now = this.#clock.now();
    const values = { ...scope, claim, leaseId, now, until: now + keptMs };
    const [row] = await this.#database.relaxedDurability((db) => takeKey(db, values));
    return row !== undefined;
  }

  #openRecord(scope: IdempotencyScope, claim: string): OpenRecord {
    const { query } = this.#database;
    const encryption = this.#encryption;
    return {
      settle: async (fingerprint, response, db = query) => {
        const encrypted = encryptColumn(encryption, JSON.stringify(response), rowOf(scope));
        const values = { ...scope, claim, fingerprint: this.#storedFingerprint(scope, fingerprint) };
        const [kept] = await settleKey(db, { ...values, answer: encrypted });
        // The response is not stored if the lease of this process has expired and another request has taken the key.
        if (!kept) throw inFlight();
      },
      release: () => this.#lease.release(() => releaseKey(query, { ...scope, claim })),
    };
  }
}

const is =
  ({ accountId, endpoint, key }: IdempotencyScope) =>
  (where: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    where.and({ account_id: accountId, endpoint, key });

/**
 * Takes the key if it is unused, expired or held by a dead process. Uses a single statement, so that only one of
 * several concurrent requests gets the key.
 */
const takeKey = prepared(
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

const deleteRecord = prepared((db, values: IdempotencyScope & { answer: string }) =>
  db.deleteFrom('idempotency_keys').where(is(values)).where('answer', '=', values.answer),
);

const rowOf = ({ accountId, endpoint, key }: IdempotencyScope) => `${accountId} ${endpoint} ${key}`;

export function isCompleted(begun: OpenRecord | CompletedRecord): begun is CompletedRecord {
  return 'response' in begun;
}

/** Returns the stored response. Throws 422 if the fingerprint differs from the fingerprint of the completed request. */
export function responseFor({ matches, response }: CompletedRecord, fingerprint: string): StoredResponse {
  if (matches(fingerprint)) return response;
  throw new ServiceError(
    'bad_request',
    'This Idempotency-Key was used for a different request. Use a new key for a new request.',
    { status: 422, details: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' } },
  );
}

/**
 * Whether a repeated request would get the same error. An error that may differ next time, such as an error caused by
 * load or limits, is not stored.
 */
export function isFinal({ status }: ServiceError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status);
}

function inFlight(): ServiceError {
  return new ServiceError(
    'bad_request',
    `A request with this Idempotency-Key is still in progress. Try again in ${retryAfter} s.`,
    {
      status: 409,
      details: { field: 'Idempotency-Key', reason: 'in_flight', retry_after: retryAfter },
      retryAfter,
    },
  );
}
