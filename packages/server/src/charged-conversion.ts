/**
 * Runs a synchronous conversion, from planning to charging (contract §9.3). All endpoints and tools that convert
 * synchronously use this function and differ only in their responses.
 */
import type { Kysely } from 'kysely';
import { unitsOf } from './convert/batch/batch.ts';
import { prepareConversion, type FilesRequest } from './convert/batch/prepare-conversion.ts';
import type { AnyConverter } from './convert/run/any-converter.ts';
import type { ConversionResult } from './convert/result/conversion-result.ts';
import type { ConversionContext } from './convert/request/context.ts';
import type { Tables } from './db/tables.ts';
import type { StoredResponse } from './limits/idempotency.ts';
import type { Quota, QuotaCustomer } from './limits/quota.ts';

/**
 * A response that carries a result and its files. Disposing of the response removes the files unless `take` was called.
 */
export class ResultResponse<Response> implements AsyncDisposable {
  /**
   * The response, in the form in which an idempotency record stores it. Undefined if the response can be sent only
   * once.
   */
  readonly stored: StoredResponse | undefined;
  readonly #open: () => Response;
  readonly #discard: () => Promise<void>;
  #taken = false;

  constructor({ stored, open, discard = async () => {} }: ResponseParts<Response>) {
    this.stored = stored;
    this.#open = open;
    this.#discard = discard;
  }

  /** Returns the response to send. The caller owns the files of the returned response. */
  take(): Response {
    this.#taken = true;
    return this.#open();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#taken) await this.#discard();
  }
}

interface ResponseParts<Response> {
  stored?: StoredResponse;
  open: () => Response;
  /** Removes the files of the response. */
  discard?: () => Promise<void>;
}

interface ChargedConversion<Response> {
  request: FilesRequest;
  /** The file to convert. */
  file: string;
  /** Account to charge. The account is null for callers without a key, who have no quota. */
  account: QuotaCustomer | null;
  context: ConversionContext & { signal: AbortSignal };
  /** Maps the result to the response of the endpoint or tool. */
  respond: (conversion: ConversionResult) => Promise<ResultResponse<Response>>;
  /** Stores the response in the transaction of the charge. */
  record?: { store(response: StoredResponse, db: Kysely<Tables>): Promise<void> };
}

/**
 * Converts the file, charges the account and returns the response. Throws the errors of planning, the quota, the
 * conversion and `respond`. Charges nothing after an error.
 */
export async function convertCharged<Response>(
  { converter, quota }: { converter: AnyConverter; quota: Quota },
  { request, file, account, context, respond, record }: ChargedConversion<Response>,
): Promise<Response> {
  const { convert } = await prepareConversion(converter, request, file, context);
  await using reservation = account && (await quota.reserve(account, { units: unitsOf(request) }));
  const conversion = await (reservation ? reservation.attempt(convert, context.signal) : convert());
  context.signal.throwIfAborted();
  await using response = await respond(conversion);
  const { stored } = response;
  await reservation?.commit(async (db) => {
    if (stored) await record?.store(stored, db);
  }, conversion.converted);
  return response.take();
}
