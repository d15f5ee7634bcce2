/** The module for `/v1/account`: export of the account's data, and deletion of the account. */
import { interval } from '../../kit/concurrency/interval.ts';
import { defineModule } from '../../module.ts';
import { AccountDeletion } from '../../privacy/deletion.ts';
import { eraseDeleted } from '../../privacy/deletion-steps.ts';
import { AccountExport } from '../../privacy/export.ts';
import { accountsModule } from '../accounts/module.ts';
import { formatsModule } from '../formats/module.ts';
import { jobsModule } from '../jobs/module.ts';
import { webhooksModule } from '../webhooks/module.ts';
import { accountRoutes } from './account.ts';

/**
 * Interval for resuming unfinished deletions, in milliseconds. A deletion is unfinished if it was interrupted, or if
 * the operator started it.
 */
const deletionEveryMs = 5_000;
/** Poll interval for accounts that other processes have deleted, in milliseconds. */
const lookForDeletedEveryMs = 1_000;

export const privacyModule = defineModule({
  name: 'privacy',
  needs: {
    formats: formatsModule,
    accounts: accountsModule,
    jobs: jobsModule,
    webhooks: webhooksModule,
  },
  open: (core, { formats: { local }, accounts: { accounts, keys }, jobs: { jobs }, webhooks }) => {
    const { database, clock, log, onError, address, runningRequests, contributions } = core;
    const { deliveryLog } = webhooks;
    const deletion = new AccountDeletion({
      database,
      clock,
      steps: () => [...contributions.accountDeletion, eraseDeleted(database)],
      onError: (error, step) => log.error({ error, step }, 'a deleted account has not been removed yet'),
    });
    const accountExport = new AccountExport({ database, clock, accounts, keys, jobs, deliveryLog });
    const forgetDeleted = async () => {
      const known = [...runningRequests.accounts, ...(local?.resultCache?.accounts ?? [])];
      for (const id of await deletion.deletedAmong(known)) {
        runningRequests.abort(id);
        await local?.resultCache?.removeAllOf(id);
      }
    };
    const timers = [
      interval(deletionEveryMs, () => deletion.sweep(), onError),
      interval(lookForDeletedEveryMs, forgetDeleted, onError),
    ];
    return {
      services: undefined,
      endpoints: (server) =>
        void server.register(accountRoutes, { accounts, deletion, accountExport, clock, address }),
      start: () => {
        deletion.sweep().catch(onError);
      },
      close: () => timers.forEach((stop) => stop()),
    };
  },
});
