/** Deletion steps that only change database rows. The server and the operator's command share these deletion steps. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { DeletionStep } from './deletion.ts';

/**
 * Maximum time in milliseconds for which a deletion waits for running conversions. If the conversions take longer, the
 * next attempt continues the deletion.
 */
const maxWaitMs = 5_000;
const pollEveryMs = 20;

/**
 * Returns the step that waits until the account's running conversions have ended. `abort` ends the account's requests
 * in this process. Other processes notice the deletion within 1 second and end the account's requests.
 */
export const endConversions = ({ query }: Database, abort: (accountId: string) => void): DeletionStep => ({
  name: 'conversions',
  remove: async (accountId) => {
    abort(accountId);
    const deadline = performance.now() + maxWaitMs;
    const reservation = query.selectFrom('reservations').select('id').where('account_id', '=', accountId);
    while (await reservation.executeTakeFirst()) {
      if (performance.now() > deadline) throw new Error('conversions of a deleted account still run');
      await wait(pollEveryMs);
    }
  },
});

/** Returns the step that removes an account's rows from the table `name`. */
export const removeRows = (
  { query }: Database,
  name: 'idempotency_keys' | 'webhook_secrets' | 'limit_notices' | 'lasting_reservations',
): DeletionStep => ({
  name,
  remove: async (accountId) => {
    await query.deleteFrom(name).where('account_id', '=', accountId).execute();
  },
});

/** Returns the last step of a deletion, which erases the content of deleted rows from the database files. */
export const eraseDeleted = (database: Database): DeletionStep => ({
  name: 'database',
  remove: () => database.eraseDeleted(),
});
