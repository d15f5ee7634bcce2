/** `protean admin account credits|overage`: sets an account's credits and overage. */
import { setOverage } from '../../limits/allowances.ts';
import { changeCredits } from '../../limits/credits.ts';
import { UsageError } from '../command.ts';
import { accountNamed, type AdminOperation } from './operation.ts';

const credits: AdminOperation = {
  name: 'account credits',
  usage: 'ACCOUNT ±N --reason R',
  description: 'Adds prepaid conversions to an account, or removes them; the balance stays at 0 or above.',
  options: { reason: { type: 'string' } },
  async run({ accounts, database, clock, newId }, [word, number], { reason }) {
    const account = await accountNamed({ accounts }, word);
    if (!/^[+-]?\d{1,12}$/.test(number ?? ''))
      throw new UsageError('Specify the number of credits, such as +1000 or -1000.');
    if (typeof reason !== 'string' || reason === '')
      throw new UsageError('Specify the reason with --reason.');
    const change = { id: newId(), accountId: account.id, credits: Number(number), reason, at: clock.now() };
    const { credits, lost } = await database.write((db) => changeCredits(db, change));
    const rest = lost > 0 ? `; ${lost} could not be taken because they were spent` : '';
    return {
      json: { account_id: account.id, credits, lost },
      text: `${account.email} has ${credits} credits now${rest}.`,
    };
  },
};

const overage: AdminOperation = {
  name: 'account overage',
  usage: 'ACCOUNT on|off [--cap USD|none]',
  description:
    'Sets whether conversions beyond quota and credits are billed, up to a monthly cap, or refused.',
  options: { cap: { type: 'string' } },
  async run({ accounts, database }, [word, state], { cap }) {
    const account = await accountNamed({ accounts }, word);
    if (state !== 'on' && state !== 'off') throw new UsageError('Specify on or off.');
    const setting = { enabled: state === 'on', cap: capOf(cap) };
    const now = await setOverage(database.query, account.id, setting);
    const most = now.cap === null ? 'no cap' : `a cap of $${now.cap / 1e6} a month`;
    return {
      json: {
        account_id: account.id,
        enabled: now.enabled,
        monthly_cap_usd: now.cap === null ? null : now.cap / 1e6,
      },
      text: `${account.email} has overage ${now.enabled ? 'on' : 'off'}, with ${most}.`,
    };
  },
};

export const billingAccountOperations: readonly AdminOperation[] = [credits, overage];

/** Returns the cap in millionths of a dollar. Undefined means that the cap remains unchanged. */
function capOf(given: unknown): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'none') return null;
  const cap = Math.round(Number(given) * 1e6);
  if (given !== '' && Number.isSafeInteger(cap) && cap >= 0) return cap;
  throw new UsageError('--cap requires a number of dollars, or none.');
}
