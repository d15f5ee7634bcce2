/** Every migration by its name, in the order of names; what a released one does is never changed. */
import type { Migration } from 'kysely/migration';
import { up as accounts } from './0001-accounts.ts';
import { up as limits } from './0002-limits.ts';
import { up as jobs } from './0003-jobs.ts';
import { up as standardNames } from './0004-standard-names.ts';
import { up as encryptedKey } from './0005-encrypted-key.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: accounts },
  '0002-limits': { up: limits },
  '0003-jobs': { up: jobs },
  '0004-standard-names': { up: standardNames },
  '0005-encrypted-key': { up: encryptedKey },
};
