/** `protean admin account …`: creates, lists, disables and deletes accounts, and changes their plans. */
import { namesAdvice } from '@protean/formats/nearest.ts';
import { z } from 'zod';
import { AddressTakenError, type Account } from '../../accounts/accounts.ts';
import { addressOf } from '../../accounts/mailbox.ts';
import { planNames } from '../../setting-types.ts';
import { accountPlan, type PaidPlanName, type OwnNumbers } from '../../accounts/plans.ts';
import { UsageError } from '../command.ts';
import { timeText } from '../../kit/time-text.ts';
import { accountNamed, type AdminServices, type Flags, type AdminOperation } from './operation.ts';

const create: AdminOperation = {
  name: 'account create',
  usage: '--email E [--plan P]',
  description: 'Creates an account and prints its first key, which is not shown again.',
  options: { email: { type: 'string' }, plan: { type: 'string' } },
  makesDatabase: true,
  async run({ accounts }, _args, { email, plan = 'free' }) {
    const address = z.email().max(254).safeParse(email);
    if (!address.success) throw new UsageError('Specify an e-mail address with --email.');
    const { account, key } = await accounts.create(address.data, planNamed(plan)).catch((error: unknown) => {
      throw error instanceof AddressTakenError ? new UsageError(error.message) : error;
    });
    return { json: { account_id: account.id, api_key: key }, text: `Account ${account.id}\nKey     ${key}` };
  },
};

const list: AdminOperation = {
  name: 'account list',
  usage: '',
  description: 'Lists the accounts.',
  options: {},
  async run({ accounts }) {
    const all = await accounts.list();
    const line = ({ id, email, plan, disabledAt }: Account) =>
      `${id}  ${plan.name.padEnd(10)}  ${email}${disabledAt === null ? '' : '  (disabled)'}`;
    return { json: { accounts: all.map(describe) }, text: all.map(line).join('\n') };
  },
};

const plan: AdminOperation = {
  name: 'account plan',
  usage:
    'ACCOUNT PLAN [--conversions N] [--requests N] [--file-bytes N] [--overage-usd N] | ACCOUNT --follow-stripe',
  description:
    'Changes the plan of an account and optionally its limits, or lets its subscription determine the plan.',
  options: {
    'follow-stripe': { type: 'boolean' },
    conversions: { type: 'string' },
    requests: { type: 'string' },
    'file-bytes': { type: 'string' },
    'overage-usd': { type: 'string' },
  },
  async run(services, [word, planWord], flags) {
    const { id } = await accountNamed(services, word);
    if (flags['follow-stripe'] === true) await followStripe(services, id, planWord);
    else await services.accounts.setPlan(id, planNamed(planWord), ownNumbers(flags));
    const account = await accountNamed(services, id);
    return { json: describe(account), text: `${account.email} has the plan ${account.plan.name} now.` };
  },
};

const disable = allow('account disable', true, 'Rejects all keys of an account from now on.');
const enable = allow('account enable', false, 'Accepts the keys of a disabled account again.');

const erase: AdminOperation = {
  name: 'account delete',
  usage: 'ACCOUNT --confirm E',
  description: 'Deletes an account permanently with all its data; E is its e-mail address.',
  options: { confirm: { type: 'string' } },
  async run(services, [word], { confirm }) {
    const { id, email } = await accountNamed(services, word);
    if (addressOf(String(confirm)) !== addressOf(email))
      throw new UsageError('Specify the e-mail address of the account with --confirm.');
    const deletion = await services.openDeletion();
    const pending = await deletion.delete(id);
    const left = `; a running server, or the next one that starts, removes: ${pending.join(', ')}`;
    return {
      json: { account_id: id, deleted: true, pending },
      text: `${id} is closed and its address erased${pending.length > 0 ? left : ', and all its data is removed'}.`,
    };
  },
};

export const accountOperations: readonly AdminOperation[] = [create, list, plan, disable, enable, erase];

/** Sets the account to the plan of its subscription at Stripe, or to the free plan. */
async function followStripe(
  { accounts, openBilling }: AdminServices,
  id: string,
  planWord: string | undefined,
): Promise<void> {
  if (planWord !== undefined) throw new UsageError('Specify either a plan or --follow-stripe, not both.');
  await accounts.releasePlan(id);
  const { customers, subscriptions, stripe } = openBilling();
  const customer = stripe.isSetUp ? await customers.find({ account_id: id }) : undefined;
  if (customer) await subscriptions.sync(customer);
}

function allow(name: string, disabled: boolean, description: string): AdminOperation {
  return {
    ...{ name, description, usage: 'ACCOUNT', options: {} },
    async run(services, [word]) {
      const { id } = await accountNamed(services, word);
      await services.accounts.setDisabled(id, disabled);
      const account = await accountNamed(services, id);
      return { json: describe(account), text: `${account.email} is ${disabled ? 'disabled' : 'enabled'}.` };
    },
  };
}

function describe({ id, email, plan, planSource, createdAt, disabledAt }: Account) {
  return {
    account_id: id,
    email,
    plan: plan.name,
    plan_source: planSource,
    monthly_conversions: plan.monthlyConversions,
    requests_per_minute: plan.requestsPerMinute,
    max_file_size: plan.maxFileBytes,
    overage_usd: plan.overageMicroUsd === null ? null : plan.overageMicroUsd / 1e6,
    created_at: timeText(createdAt),
    disabled_at: timeText(disabledAt),
  };
}

function planNamed(word: unknown): PaidPlanName {
  const name = accountPlan(String(word));
  if (name) return name;
  const all = planNames.filter((one) => accountPlan(one));
  throw new UsageError(`Unknown plan "${String(word)}". ${namesAdvice(String(word), all, 'Choose from')}`);
}

function ownNumbers(flags: Flags): OwnNumbers {
  return {
    monthly_conversions: numberOf(flags, 'conversions', 1),
    requests_per_minute: numberOf(flags, 'requests', 1),
    max_file_bytes: numberOf(flags, 'file-bytes', 1),
    overage_micro_usd: numberOf(flags, 'overage-usd', 1e6),
  };
}

/**
 * Returns the flag's value, which must be above 0, multiplied by `unit` and rounded. Returns null if the flag is
 * missing.
 */
function numberOf(flags: Flags, name: string, unit: number): number | null {
  if (flags[name] === undefined) return null;
  const number = Math.round(Number(flags[name]) * unit);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`--${name} requires a number above 0.`);
}
