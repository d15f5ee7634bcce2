/** The interface of an operation of `protean admin`, such as `account create`. */
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
  /** Opens billing. Calls to Stripe fail if no Stripe key is set. */
  openBilling: () => ReturnType<typeof openStripe>;
}

interface OperationDeclaration {
  /** The arguments that select the operation, such as `account create`. */
  name: string;
  /** Synopsis of the operation's arguments. */
  usage: string;
  description: string;
  options: ParseArgsOptionsConfig;
  /** Whether the operation creates the database if the installation has none. */
  makesDatabase?: boolean;
}

export interface AdminOperation extends OperationDeclaration {
  run(services: AdminServices, args: readonly string[], flags: Flags): Promise<OperationResult>;
}

/** An operation on the installation's files. The operation does not open or migrate the database. */
export interface InstallationOperation extends OperationDeclaration {
  runOnInstallation(config: Config, args: readonly string[]): Promise<OperationResult>;
}

export type Flags = Readonly<Record<string, unknown>>;

/** A result for programs (`--json`) and for people. */
export interface OperationResult {
  json: unknown;
  text: string;
}

/** Returns the account whose id or e-mail address is `word`. */
export async function accountNamed(
  { accounts }: Pick<AdminServices, 'accounts'>,
  word: string | undefined,
): Promise<Account> {
  if (!word) throw new UsageError('Specify the account: its id or its e-mail address.');
  const account = await accounts.find(word);
  if (!account)
    throw new UsageError(`Account not found: ${word}. \`protean admin account list\` lists the accounts.`);
  return account;
}
