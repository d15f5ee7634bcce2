/**
 * A conversion that somebody waits for, from its plan to its charge (contract §9.3): every interface converts by this one
 * function and differs in how the result is delivered.
 */
import type { Kysely } from 'kysely';
import { convertBatch, unitsOf, type FilePart } from './convert/batch/batch.ts';
import type { AnyConverter } from './convert/run/any-converter.ts';
import type { ConversionResult } from './convert/result/conversion-result.ts';
import type { ConversionContext } from './convert/request/context.ts';
import type { ConversionRequest } from './convert/request/route-plan.ts';
import type { Tables } from './db/tables.ts';
import type { Quota, QuotaCustomer } from './limits/quota.ts';

/** A result that can be handed over; disposing of it gives it up unless it was taken. */
export interface Delivery<Answer> extends AsyncDisposable {
  take(): Answer;
}

interface ChargedConversion<Delivered> {
  request: ConversionRequest & {
    /** Where several files are to be converted, which lie one behind the other in `file`. */
    parts?: readonly FilePart[] | undefined;
  };
  /** The file to convert. */
  file: string;
  /** Null for callers without a key, whom no quota bounds. */
  account: QuotaCustomer | null;
  context: Omit<ConversionContext, 'account' | 'signal'> & { signal: AbortSignal };
  deliver: (conversion: ConversionResult) => Promise<Delivered>;
  /** What else is written in the transaction of the charge. */
  alongside?: (delivered: Delivered, db: Kysely<Tables>) => Promise<void>;
}

/** Throws what planning, the quota, the conversion and `deliver` throw, and then charges nothing. */
export async function convertCharged<Answer, Delivered extends Delivery<Answer>>(
  { converter, quota }: { converter: AnyConverter; quota: Quota },
  { request, file, account, context, deliver, alongside }: ChargedConversion<Delivered & Delivery<Answer>>,
): Promise<Answer> {
  const { parts } = request;
  const ownContext = { ...context, account: account?.id };
  const prepare = async () => {
    if (parts) return () => convertBatch(converter, request, { file, parts }, ownContext);
    const plan = await converter.plan(request, file);
    return async () => ({ converted: 1, ...(await converter.convert(plan, ownContext)) });
  };
  const convert = await prepare();
  await using reservation = account && (await quota.reserve(account, { units: unitsOf(request) }));
  const conversion = await (reservation ? reservation.attempt(convert, context.signal) : convert());
  context.signal.throwIfAborted();
  await using delivered = await deliver(conversion);
  const keep = (db: Kysely<Tables>) => alongside?.(delivered, db) ?? Promise.resolve();
  await reservation?.commit(keep, conversion.converted);
  return delivered.take();
}
