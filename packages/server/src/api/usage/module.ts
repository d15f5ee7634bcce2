/** The usage module: the throttle, quotas and idempotency keys. */
import { Idempotency } from '../../limits/idempotency.ts';
import { openThrottle } from '../../limits/open-throttle.ts';
import { Quota } from '../../limits/quota.ts';
import { defineModule } from '../../module.ts';
import { endConversions, removeRows } from '../../privacy/deletion-steps.ts';
import { accountsModule } from '../accounts/module.ts';
import { usageRoutes } from './usage.ts';

export const usageModule = defineModule({
  name: 'usage',
  needs: { accounts: accountsModule },
  open: (core, { accounts: { keys } }) => {
    const { database, clock, runningRequests } = core;
    const throttle = openThrottle(core);
    const quota = new Quota({ ...core, ...core.installation });
    const idempotency = new Idempotency(core);
    return {
      services: { throttle, quota, idempotency },
      endpoints: (server) => void server.register(usageRoutes, { database, clock, keys }),
      sweep: async () => {
        await throttle.sweep();
        await idempotency.sweep();
      },
      accountDeletion: [
        endConversions(database, (accountId) => runningRequests.abort(accountId)),
        removeRows(database, 'idempotency_keys'),
        removeRows(database, 'limit_notices'),
        removeRows(database, 'lasting_reservations'),
      ],
    };
  },
});
