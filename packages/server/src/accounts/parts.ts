/** What the parts of this room are made of; all that they cannot foresee is passed in. */
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { NewId } from '../kit/ids.ts';
import type { RandomBytes } from '../kit/secrets.ts';
import type { AccountPlans } from './plans.ts';

export interface AccountServices {
  database: Database;
  plans: AccountPlans;
  clock: Clock;
  newId: NewId;
  random: RandomBytes;
}
