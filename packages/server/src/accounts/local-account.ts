/** The account `local`, which callers without a key use on a private installation (contract §14.5). */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { KnownAccount } from './keys.ts';
import type { AccountPlans } from './plans.ts';

/** Id and address of the account `local`. The address `local` cannot receive mail, so no one can sign up with it. */
const name = 'local';

interface LocalAccountServices {
  database: Database;
  clock: Clock;
  plans: AccountPlans;
}

/**
 * On a private installation, returns the account `local`. Creates the account if it does not exist. If several
 * processes start at the same time, only one of them creates the account. On a public installation, disables the
 * account and returns undefined. A disabled account has no valid keys, so keys from the time of a private installation
 * are rejected.
 */
export async function openLocalAccount(
  { database, clock, plans }: LocalAccountServices,
  isPrivate: boolean,
): Promise<KnownAccount | undefined> {
  const now = clock.now();
  const accounts = () => database.query.updateTable('accounts').where('id', '=', name);
  if (!isPrivate) {
    await accounts().set({ disabled_at: now }).where('disabled_at', 'is', null).execute();
    return undefined;
  }
  await database.query
    .insertInto('accounts')
    .values({ id: name, email: name, mailbox: name, plan: 'local', plan_source: 'operator', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await accounts().set({ disabled_at: null }).where('disabled_at', 'is not', null).execute();
  return { id: name, keyId: null, plan: plans.local };
}
