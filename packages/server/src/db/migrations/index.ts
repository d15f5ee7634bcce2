/** Every migration by its name, in the order of their names; one that has been released is never changed. */
import type { Migration } from 'kysely/migration';
import { up as accounts } from './0001-accounts.ts';
import { up as limits } from './0002-limits.ts';
import { up as jobs } from './0003-jobs.ts';
import { up as standardNames } from './0004-standard-names.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: accounts },
  '0002-limits': { up: limits },
  '0003-jobs': { up: jobs },
  '0004-standard-names': { up: standardNames },
};
