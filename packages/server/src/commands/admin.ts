/** `protean admin …`: what an operator does to accounts and keys, beside a running server too. */
import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { openRegistry } from '../accounts/registry.ts';
import { loadConfig } from '../config.ts';
import { systemClock } from '../kit/clock.ts';
import { openLog } from '../log.ts';
import { accountOperations } from './admin/account.ts';
import { keyOperations } from './admin/key.ts';
import { usageOperations } from './admin/usage.ts';
import { UsageError, type Run } from './command.ts';

const operations = [...accountOperations, ...keyOperations, ...usageOperations];

const usage = `Usage: protean admin OPERATION [--json]

${operations.map(({ name, usage, description }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${description}`).join('\n')}`;

export const admin: Run = async (words) => {
  const operation = operations.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (!operation) throw new UsageError(usage);
  const args = words.slice(operation.name.split(' ').length);
  const options = { ...operation.options, json: { type: 'boolean' as const } };
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const config = loadConfig();
  const registry = await openRegistry(config, openLog('warn', destination(2)), systemClock);
  try {
    const { json, text } = await operation.run(registry, positionals, values);
    console.log(values['json'] === true ? JSON.stringify(json) : text);
    return 0;
  } finally {
    await registry.close();
  }
};
