/** `protean admin …`: manages accounts, keys and backups for the operator, also while a server runs. */
import { parseArgs } from 'node:util';
import { didYouMean, nearestNames } from '@protean/formats/nearest.ts';
import { destination } from 'pino';
import { Accounts } from '../accounts/accounts.ts';
import { Keys } from '../accounts/keys.ts';
import { planTable } from '../accounts/plans.ts';
import { openStripe } from '../billing/billing.ts';
import { loadConfig, type Config } from '../config.ts';
import { findDatabase, openDatabase } from '../db/open.ts';
import { systemClock as clock } from '../kit/clock.ts';
import { randomId as newId } from '../kit/ids.ts';
import { systemRandom as random } from '../kit/secrets.ts';
import { openLog } from '../log.ts';
import { accountOperations } from './admin/account.ts';
import { backupOperations } from './admin/backup.ts';
import { openDeletion } from './admin/deletion.ts';
import { billingOperations } from './admin/billing.ts';
import { billingAccountOperations } from './admin/billing-account.ts';
import { keyOperations } from './admin/key.ts';
import type { AdminOperation, Flags, InstallationOperation, OperationResult } from './admin/operation.ts';
import { usageOperations } from './admin/usage.ts';
import { UsageError, type Run } from './command.ts';
import { print, printJson } from './print.ts';

const operations: readonly (AdminOperation | InstallationOperation)[] = [
  ...accountOperations,
  ...billingAccountOperations,
  ...billingOperations,
  ...keyOperations,
  ...usageOperations,
  ...backupOperations,
];

const usage = `Usage: protean admin OPERATION [--json]

${operations.map(({ name, usage, description }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${description}`).join('\n')}`;

export const admin: Run = async (args) => {
  const operation = operations.find(({ name }) => `${args.join(' ')} `.startsWith(`${name} `));
  if (!operation) throw new UsageError(unknownOperation(args));
  const flags = args.slice(operation.name.split(' ').length);
  const options = { ...operation.options, json: { type: 'boolean' as const } };
  const { positionals, values } = parseArgs({ args: flags.map(marked), allowPositionals: true, options });
  const config = loadConfig();
  await requireDatabase(config, operation);
  const typed = positionals.map(unmarked);
  const { json, text } =
    'runOnInstallation' in operation
      ? await operation.runOnInstallation(config, typed)
      : await runOnDatabase(operation, config, typed, unmarkedAll(values));
  if (values['json'] === true) printJson(json);
  else print(text);
  return 0;
};

/**
 * Returns the text that explains the usage. If an unknown operation was given, suggests the nearest operation first.
 */
function unknownOperation([first, second]: readonly string[]): string {
  if (first === undefined || /^(help|-h|--help)$/.test(first)) return usage;
  const names = operations.map(({ name }) => name.split(' '));
  const isKnown = names.some(([word]) => word === first);
  const candidates = names.flatMap(([word = '', of = '']) =>
    isKnown ? (word === first ? [of] : []) : [word],
  );
  const given = isKnown ? (second ?? '') : first;
  const meant = didYouMean(nearestNames(given, [...new Set(candidates)]));
  return [`Unknown operation "${given}". ${meant}`.trimEnd(), '', usage].join('\n');
}

async function runOnDatabase(
  operation: AdminOperation,
  config: Config,
  args: readonly string[],
  flags: Flags,
): Promise<OperationResult> {
  const log = openLog('warn', destination(2));
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config, (error) => log.warn(error, 'a database connection broke'));
  opened.defer(() => database.close());
  const plans = planTable(config);
  const accounts = new Accounts({ database, plans, clock, newId, random });
  const keys = new Keys({ database, plans, clock, newId, random });
  const onError = (error: unknown) => log.warn(error, 'a part of it failed');
  const openBilling = () => openStripe({ config, database, clock, newId, log, onError });
  const parts = { config, database, clock, newId, openBilling, onError };
  const services = {
    ...{ database, clock, newId, accounts, keys, openBilling },
    openDeletion: () => openDeletion(parts, opened),
  };
  return await operation.run(services, args, flags);
}

/** Requires an existing database, because a mistyped `DATA_DIR` would create a new database that no server uses. */
async function requireDatabase(
  config: Config,
  { name, makesDatabase = false }: Pick<AdminOperation, 'name' | 'makesDatabase'>,
): Promise<void> {
  const found = await findDatabase(config);
  if (found === 'found' || (found === 'empty' && makesDatabase)) return;
  throw new UsageError(
    `There is no database in DATA_DIR=${config.dataDir}, which \`${name}\` needs. ` +
      'Set DATA_DIR or DATABASE_URL as for the server. A new installation gets its database when ' +
      'script/server starts, or by `protean admin account create` in an empty folder (mkdir it first).',
  );
}

/** Prefix that is added to negative numbers, because `parseArgs` would otherwise treat them as options. */
const mark = '\0';
const marked = (word: string) => (/^-\d/.test(word) ? mark + word : word);
const unmarked = (word: string) => word.replace(mark, '');
const unmarkedAll = (flags: Flags) =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [name, typeof value === 'string' ? unmarked(value) : value]),
  );
