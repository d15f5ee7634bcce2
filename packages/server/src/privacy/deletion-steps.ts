/** Steps of a deletion that only touch rows: the server and the operator's command take the same. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { DeletionStep } from './deletion.ts';

/** How long a deletion waits for conversions to end before it leaves the rest to its next try. */
const maxWaitMs = 5_000;
const pollEveryMs = 20;

/** `abort` ends the requests of this process; other processes learn of the deletion within a second. */
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

/** Removes an account's rows of a table. */
export const removeRows = (
  { query }: Database,
  name: 'idempotency_keys' | 'webhook_secrets' | 'limit_notices' | 'lasting_reservations',
): DeletionStep => ({
  name,
  remove: async (accountId) => {
    await query.deleteFrom(name).where('account_id', '=', accountId).execute();
  },
});

/** The last step: removed rows are also erased from the files of the database. */
export const eraseDeleted = (database: Database): DeletionStep => ({
  name: 'database',
  remove: () => database.eraseDeleted(),
});
