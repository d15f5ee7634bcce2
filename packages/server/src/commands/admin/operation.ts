/** What an operation of `protean admin` is, such as `account create`. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { Keys } from '../../accounts/keys.ts';
import type { openStripe } from '../../billing/billing.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AccountDeletion } from '../../privacy/deletion.ts';
import type { NewId } from '../../kit/ids.ts';
import { UsageError } from '../command.ts';

export interface AdminServices {
  database: Database;
  clock: Clock;
  newId: NewId;
  accounts: Accounts;
  openDeletion: () => Promise<Pick<AccountDeletion, 'delete'>>;
  keys: Keys;
  /** What works with Stripe; calls fail where no key is set. */
  openBilling: () => ReturnType<typeof openStripe>;
}

interface OperationMessages {
  /** The arguments after `admin`, such as `account create`. */
  name: string;
  /** What follows them. */
  usage: string;
  description: string;
  options: ParseArgsOptionsConfig;
  /** It may be the first thing that is done on an installation. */
  makesDatabase?: boolean;
}

export interface AdminOperation extends OperationMessages {
  run(services: AdminServices, args: readonly string[], flags: Flags): Promise<OperationResult>;
}

/** One on the installation as it lies there: its database is not opened for it, nor brought up to date. */
export interface InstallationOperation extends OperationMessages {
  runOnInstallation(config: Config, args: readonly string[]): Promise<OperationResult>;
}

export type Flags = Readonly<Record<string, unknown>>;

/** For programs (`--json`) and for people. */
export interface OperationResult {
  json: unknown;
  text: string;
}

/** The account that `word` names by its id or e-mail address. */
export async function accountNamed(
  { accounts }: Pick<AdminServices, 'accounts'>,
  word: string | undefined,
): Promise<Account> {
  if (!word) throw new UsageError('Name the account: its id or its e-mail address.');
  const account = await accounts.find(word);
  if (!account)
    throw new UsageError(`There is no account ${word}; \`protean admin account list\` shows them.`);
  return account;
}
