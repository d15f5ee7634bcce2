/** Accounts and keys in their database: what the server and the operator's commands work on, side by side. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import type { Clock } from '../kit/clock.ts';
import { randomId } from '../kit/ids.ts';
import { systemRandom } from '../kit/secrets.ts';
import { Accounts } from './accounts.ts';
import { Keys } from './keys.ts';
import type { AccountServices } from './parts.ts';
import { planTable } from './plans.ts';

export interface Registry extends AccountServices {
  accounts: Accounts;
  keys: Keys;
  close(): Promise<void>;
}

/** Opens it, or throws `DatabaseUnusable`. */
export async function openRegistry(config: Config, log: Logger, clock: Clock): Promise<Registry> {
  const database = await openDatabase(config, (error) =>
    log.warn(error, 'a connection to the database broke'),
  );
  const plans = planTable(config);
  const parts = { database, plans, clock, newId: randomId, random: systemRandom };
  return { ...parts, accounts: new Accounts(parts), keys: new Keys(parts), close: () => database.close() };
}
