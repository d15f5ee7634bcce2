/** The module for API keys. */
import { defineModule } from '../../module.ts';
import { accountsModule } from '../accounts/module.ts';
import { keyRoutes } from './keys.ts';

export const keysModule = defineModule({
  name: 'keys',
  needs: { accounts: accountsModule },
  open: (_core, { accounts: { keys } }) => ({
    services: undefined,
    endpoints: (server) => void server.register(keyRoutes, { keys }),
  }),
});
