/** Limits the number of requests for sign-in links, per caller and per mailbox. */
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../kit/clock.ts';
import type { Encryption } from '../kit/encryption.ts';

const windowMs = 3_600_000;

/** Maximum number of requests per hour, for one caller and for one mailbox. */
const maxRequests = { caller: 30, mailbox: 5 } as const;

/**
 * Counts a request. Throws `rate_limited` if a limit is exceeded. The error rolls back the transaction, including the
 * count. Removes expired time windows. Stores keyed digests of callers and mailboxes instead of their addresses.
 */
export async function admitSignUp(
  transaction: Transaction<Tables>,
  { clock, encryption }: { clock: Clock; encryption: Encryption },
  subjects: Readonly<Record<keyof typeof maxRequests, string>>,
): Promise<void> {
  const now = clock.now();
  await transaction.deleteFrom('sign_up_windows').where('ends_at', '<=', now).execute();
  for (const kind of ['caller', 'mailbox'] as const) {
    const { used, ends_at } = await transaction
      .insertInto('sign_up_windows')
      .values({
        subject: encryption.keyedDigest(subjects[kind], `sign-ups by ${kind}`),
        used: 1,
        ends_at: now + windowMs,
      })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({ used: sql<number>`sign_up_windows.used + 1` }),
      )
      .returning(['used', 'ends_at'])
      .executeTakeFirstOrThrow();
    if (used > maxRequests[kind]) throw tooOften(maxRequests[kind], now, ends_at);
  }
}

function tooOften(limit: number, now: number, endsAt: number): ServiceError {
  const seconds = Math.ceil((endsAt - now) / 1000);
  return new ServiceError(
    'rate_limited',
    `More than ${limit} links were requested within an hour. Try again in ${seconds} s.`,
    {
      details: { limit, retry_after: seconds },
      retryAfter: seconds,
      bound: { limit, reset: Math.ceil(endsAt / 1000) },
    },
  );
}
