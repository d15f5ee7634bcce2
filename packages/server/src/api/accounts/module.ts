/** The accounts module: plans, keys, dashboard sessions and sign-up. */
import { Accounts } from '../../accounts/accounts.ts';
import { Keys } from '../../accounts/keys.ts';
import { openLocalAccount } from '../../accounts/local-account.ts';
import { planTable } from '../../accounts/plans.ts';
import { Sessions } from '../../accounts/sessions.ts';
import { SignUp } from '../../accounts/sign-up.ts';
import { defineModule } from '../../module.ts';
import { planRoutes } from './plans.ts';
import { sessionRoutes } from './sessions.ts';
import { signUpRoutes, verificationLink } from './sign-up.ts';

export const accountsModule = defineModule({
  name: 'accounts',
  needs: {},
  open: async (core) => {
    const { config, database, clock, newId, random, encryption, address, enqueueMail } = core;
    const { isPrivate } = core.installation;
    const plans = planTable(config);
    const accounts = new Accounts({ database, plans, clock, newId, random });
    const keys = new Keys({ database, plans, clock, newId, random });
    const sessions = new Sessions({ database, plans, clock });
    const localAccount = await openLocalAccount({ database, clock, plans }, isPrivate);
    const linkOf = (token: string) => verificationLink(address.baseUrl, token);
    const signUp = new SignUp({ database, plans, clock, newId, random, encryption, enqueueMail, linkOf });
    /** The plan of callers without a key. */
    const withoutKey = localAccount?.plan ?? plans.anonymous;
    return {
      services: { plans, accounts, keys, sessions, localAccount, withoutKey },
      endpoints: (server) => {
        void server.register(planRoutes, { plans, withoutKey, jobFileBytes: config.jobFileBytes });
        void server.register(sessionRoutes, { sessions, signUp, address });
        const keyVerification = isPrivate ? 'none' : config.keyVerification;
        void server.register(signUpRoutes, { signUp, plans, keyVerification, address, random });
      },
      sweep: () => signUp.sweep(),
    };
  },
});
