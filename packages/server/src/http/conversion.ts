/** The one way of a form to its result, whoever sent it: converted, and charged to the account that sent it. */
import type { ServerResponse } from 'node:http';
import type { KnownAccount } from '../accounts/keys.ts';
import type { Conversion, Converter } from '../convert/converter.ts';
import { ServiceError } from '../errors.ts';
import type { Quota, Reservation } from '../limits/quota.ts';
import { untilClientLeaves } from './client.ts';
import type { ConversionForm } from './form.ts';

export interface ConversionServices {
  converter: Converter;
  quota: Quota;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
}

/** Charges the conversion, within `db` when that is an open transaction; does nothing for callers without an account. */
export type Charge = (...args: Parameters<Reservation['commit']>) => Promise<void>;

/**
 * Converts `form`. A place of the account's quota is reserved as soon as the form is known to make sense; `keep` is to
 * put the result where it stays and to charge it. When anything fails, or the client leaves before, nothing is charged.
 */
export async function convertForm<T>(
  form: ConversionForm,
  account: KnownAccount | null,
  response: ServerResponse,
  { converter, quota, ending }: ConversionServices,
  keep: (conversion: Conversion, charge: Charge) => Promise<T>,
): Promise<T> {
  const { target, source, ...rest } = form;
  if (!target) throw targetMissing();
  const signal = AbortSignal.any([untilClientLeaves(response), ending]);
  let reservation: Reservation | undefined;
  try {
    const conversion = await converter.convert({
      ...{ ...rest, target, signal },
      ...(source === undefined ? {} : { source }),
      ...(account ? { owner: account.id } : {}),
      accepted: async () => {
        reservation = account ? await quota.reserve(account) : undefined;
      },
    });
    signal.throwIfAborted();
    return await keep(conversion, async (db) => reservation?.commit(db));
  } catch (error) {
    await reservation?.release();
    throw error;
  }
}

export function targetMissing(): ServiceError {
  return new ServiceError(
    'bad_request',
    'The field "target" is missing: the format to convert to, such as "pdf".',
    {
      details: { field: 'target' },
    },
  );
}
