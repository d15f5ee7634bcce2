/** `protean admin usage`: shows the conversions of accounts in this month. */
import type { Account } from '../../accounts/accounts.ts';
import { usageOf, type AccountUsage } from '../../limits/usage.ts';
import { accountNamed, type AdminOperation, type AdminServices } from './operation.ts';

const usage: AdminOperation = {
  name: 'usage',
  usage: '[ACCOUNT]',
  description: 'Shows the usage of an account, or of every account, in this month.',
  options: {},
  async run(services, [word]) {
    if (word === undefined) {
      const rows = await Promise.all(
        (await services.accounts.list()).map((account) => row(services, account)),
      );
      return { json: { accounts: rows }, text: rows.map(line).join('\n') };
    }
    const one = await row(services, await accountNamed(services, word));
    return { json: one, text: line(one) };
  },
};

export const usageOperations: readonly AdminOperation[] = [usage];

type UsageRow = AccountUsage & { account_id: string; email: string };

async function row({ database, clock }: AdminServices, account: Account): Promise<UsageRow> {
  const { id, email } = account;
  return { account_id: id, email, ...(await usageOf(database.query, account, clock.now())) };
}

function line({ account_id, email, plan, conversions, credits }: UsageRow): string {
  const { used, limit, overage, overage_cost_usd: cost } = conversions;
  const beyond = overage > 0 ? `, ${overage} of them billed ($${cost})` : '';
  return `${account_id}  ${plan.padEnd(10)}  ${email}  ${used} of ${limit ?? 'any number'}${beyond}, ${credits} credits left`;
}
