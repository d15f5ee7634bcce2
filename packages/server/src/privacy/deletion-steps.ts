/** What an account has besides its keys and sessions, and how each part is removed when the account is deleted. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { JobDeletion } from '../jobs/deletion.ts';
import type { ResultObjects } from '../storage/result-objects.ts';
import type { DeletionStep } from './deletion.ts';

/** How long a deletion waits for conversions to end before it leaves the rest to its next try. */
const maxWaitMs = 5_000;
const pollEveryMs = 20;

interface StepServices {
  database: Database;
  jobs: JobDeletion;
  resultObjects: ResultObjects;
  /** Has the requests end that this process carries out for the account. */
  abortRequests: (accountId: string) => void;
  /** Steps of other modules, taken after those of here. */
  further: readonly DeletionStep[];
}

export function deletionSteps(services: StepServices): readonly DeletionStep[] {
  const { database, jobs, resultObjects, abortRequests, further } = services;
  return [
    { name: 'jobs', remove: (id) => jobs.removeAllOf(id) },
    {
      name: 'conversions',
      remove: async (id) => {
        abortRequests(id);
        await conversionsEnded(database, id);
      },
    },
    // After the conversions, which may store results while they run.
    { name: 'results', remove: (id) => resultObjects.removeAllOf(id) },
    ...(['idempotency_keys', 'webhook_secrets', 'limit_notices', 'lasting_reservations'] as const).map(
      (table) => ({
        name: table,
        remove: async (id: string) => {
          await database.query.deleteFrom(table).where('account_id', '=', id).execute();
        },
      }),
    ),
    ...further,
    // Last: what was removed by then is also gone from the files of the database.
    { name: 'database', remove: () => database.eraseDeleted() },
  ];
}

/** Rejects while another process still converts for the account; it is told within a second. */
async function conversionsEnded({ query }: Database, accountId: string): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  const reservation = query.selectFrom('reservations').select('id').where('account_id', '=', accountId);
  while (await reservation.executeTakeFirst()) {
    if (performance.now() > deadline) throw new Error('conversions of a deleted account still run');
    await wait(pollEveryMs);
  }
}
