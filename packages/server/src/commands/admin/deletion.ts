/** Deletes accounts from the database, the files and Stripe, with or without a running server. */
import path from 'node:path';
import type { openStripe } from '../../billing/billing.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { callerOfAccount } from '../../http/guards/caller.ts';
import { Changes } from '../../jobs/changes.ts';
import { JobDeletion } from '../../jobs/deletion.ts';
import type { Clock } from '../../kit/clock.ts';
import type { NewId } from '../../kit/ids.ts';
import { Lease } from '../../leases/lease.ts';
import { Quota } from '../../limits/quota.ts';
import { endConversions, eraseDeleted, removeRows } from '../../privacy/deletion-steps.ts';
import { AccountDeletion, type DeletionStep } from '../../privacy/deletion.ts';
import { openStore } from '../../storage/open.ts';
import { OrphanedObjects } from '../../storage/orphaned-objects.ts';
import { ResultObjects } from '../../storage/result-objects.ts';
import { PartialFiles } from '../../uploads/partial-files.ts';
import { removeUploads } from '../../uploads/sweep.ts';

interface DeletionServices {
  config: Pick<Config, 'dataDir' | 'storage' | 'storageKeyId' | 'storageKey'>;
  database: Database;
  clock: Clock;
  newId: NewId;
  openBilling: () => ReturnType<typeof openStripe>;
  onError: (error: unknown, step: string) => void;
}

/**
 * Opens the service that deletes accounts, under a new lease. Opening the lease releases the claims of dead servers.
 * The lease ends when `opened` is disposed.
 */
export async function openDeletion(
  { config, database, clock, newId, openBilling, onError }: DeletionServices,
  opened: AsyncDisposableStack,
): Promise<AccountDeletion> {
  const lease = opened.adopt(await Lease.open({ database, clock, newId }), (held) => held.close());
  const store = await openStore(config, newId);
  const partialFiles = await PartialFiles.open(path.join(config.dataDir, 'uploads'));
  const orphanedObjects = new OrphanedObjects({ database, store, lease });
  const quota = new Quota({ database, lease, clock, newId });
  const uploads = { database, orphanedObjects, partialFiles };
  const jobs = new JobDeletion({ database, quota, orphanedObjects, changes: new Changes() });
  const resultObjects = new ResultObjects({ database, store, clock });
  const steps: readonly DeletionStep[] = [
    { name: 'jobs', remove: (id) => jobs.removeAllOf(id) },
    removeRows(database, 'webhook_secrets'),
    { name: 'subscription', remove: (id) => openBilling().subscriptions.endOf(id) },
    // This process has no requests to abort. A running server aborts the account's requests when it notices the
    // deletion.
    endConversions(database, () => {}),
    removeRows(database, 'idempotency_keys'),
    removeRows(database, 'limit_notices'),
    removeRows(database, 'lasting_reservations'),
    {
      name: 'uploads',
      remove: async (id) => {
        await removeUploads(uploads, (row) => row('owner', '=', callerOfAccount(id)));
      },
    },
    { name: 'results', remove: (id) => resultObjects.removeAllOf(id) },
    eraseDeleted(database),
  ];
  return new AccountDeletion({ database, clock, steps: () => steps, onError });
}
