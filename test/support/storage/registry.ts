/** Opens the accounts and API keys of an installation through a separate database connection. */
import { Accounts } from '../../../packages/server/src/accounts/accounts.ts';
import { Keys } from '../../../packages/server/src/accounts/keys.ts';
import { planTable } from '../../../packages/server/src/accounts/plans.ts';
import { loadConfig } from '../../../packages/server/src/config.ts';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open.ts';
import { systemClock as clock } from '../../../packages/server/src/kit/clock.ts';
import { randomId as newId } from '../../../packages/server/src/kit/ids.ts';
import { systemRandom as random } from '../../../packages/server/src/kit/secrets.ts';

export interface Registry {
  database: Database;
  accounts: Accounts;
  keys: Keys;
  close(): Promise<void>;
}

/** Opens the accounts and API keys. `env` contains the settings of the installation. */
export async function openRegistry(env: Record<string, string>): Promise<Registry> {
  const config = loadConfig(env);
  const database = await openDatabase(config, () => {});
  const plans = planTable(config);
  return {
    database,
    accounts: new Accounts({ database, plans, clock, newId, random }),
    keys: new Keys({ database, plans, clock, newId, random }),
    close: () => database.close(),
  };
}
