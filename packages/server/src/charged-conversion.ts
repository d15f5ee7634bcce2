/**
 * A conversion that somebody waits for, from its plan to its charge (contract §9.3): every interface converts by this one
 * function and differs in how the result is delivered.
 */
import type { Kysely } from 'kysely';
import type { Conversion, Converter, ConversionTerms } from './convert/converter.ts';
import type { ConversionRequest } from './convert/plan.ts';
import type { Tables } from './db/tables.ts';
import type { Quota, QuotaCustomer } from './limits/quota.ts';

/** A result that can be handed over; disposing of it gives it up unless it was taken. */
export interface Delivery<Answer> extends AsyncDisposable {
  take(): Answer;
}

interface ChargedConversion<Delivered> {
  request: ConversionRequest;
  /** The file to convert. */
  file: string;
  /** Null for callers without a key, whom no quota bounds. */
  account: QuotaCustomer | null;
  terms: Omit<ConversionTerms, 'account' | 'signal'> & { signal: AbortSignal };
  deliver: (conversion: Conversion) => Promise<Delivered>;
  /** What else is written in the transaction of the charge. */
  alongside?: (delivered: Delivered, db: Kysely<Tables>) => Promise<void>;
}

/** Throws what planning, the quota, the conversion and `deliver` throw, and then charges nothing. */
export async function convertCharged<Answer, Delivered extends Delivery<Answer>>(
  { converter, quota }: { converter: Converter; quota: Quota },
  { request, file, account, terms, deliver, alongside }: ChargedConversion<Delivered & Delivery<Answer>>,
): Promise<Answer> {
  const plan = await converter.plan(request, file);
  await using reservation = account && (await quota.reserve(account));
  const convert = () => converter.convert(plan, { ...terms, account: account?.id });
  const conversion = await (reservation ? reservation.attempt(convert, terms.signal) : convert());
  terms.signal.throwIfAborted();
  await using delivered = await deliver(conversion);
  await reservation?.commit((db) => alongside?.(delivered, db) ?? Promise.resolve());
  return delivered.take();
}
