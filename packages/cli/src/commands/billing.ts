/**
 * `protean billing`: shows the account's plan and its costs, prints links for buying and managing a plan, and sets the
 * overage limit.
 */
import type { Order, Usage } from '@protean/client';
import type { Run } from '../command.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { openClient } from '../open-converter.ts';
import { printJson, printLines } from '../terminal.ts';

export const billing: Run = async (context) => {
  const { args, signal } = context;
  const [action = 'show', what, more] = args.positionals;
  const takesArgument = action === 'checkout' || action === 'overage';
  const unexpected = takesArgument ? more : what;
  if (unexpected !== undefined) throw usageError(`Unexpected argument: ${unexpected}.`);
  const show = (found: object, row: string) => {
    if (args.flags.has('json')) printJson(found);
    else printLines(row);
  };
  switch (action) {
    case 'show': {
      const { client } = await openClient(context);
      const found = await client.usage({ signal });
      show(found, rowsOf(found).join('\n'));
      break;
    }
    case 'checkout': {
      const order = orderOf(what);
      const { client } = await openClient(context);
      const checkout = await client.billing.checkout(order, { signal });
      show(checkout, checkout.checkout_url);
      break;
    }
    case 'portal': {
      const { client } = await openClient(context);
      const portal = await client.billing.portal({ signal });
      show(portal, portal.portal_url);
      break;
    }
    case 'overage': {
      if (what !== 'on' && what !== 'off')
        throw usageError('Use either `protean billing overage on` or `protean billing overage off`.');
      const monthlyCapUsd = capIn(args.flags.get('cap'));
      const { client } = await openClient(context);
      const set = await client.billing.setOverage({ enabled: what === 'on', monthlyCapUsd }, { signal });
      show(set, overageInWords(set.enabled, set.monthly_cap_usd));
      break;
    }
    default:
      throw usageError(
        `Unknown action ${action}. Use \`protean billing\` with show, checkout, portal or overage.`,
      );
  }
  return exitStatus.ok;
};

/**
 * Converts the argument of the command `checkout` to an order. If the argument is a number, it is the number of credits
 * to buy. An argument that is not a number is the name of a plan, which the server validates.
 */
function orderOf(what: string | undefined): Order {
  if (what === undefined)
    throw usageError('Specify a plan or a number of credits: `protean billing checkout hobby`.');
  return /^\d+$/.test(what) ? { credits: Number(what) } : { plan: what };
}

/** Returns the cap on overage in dollars, null to remove the cap, or undefined to keep it. */
function capIn(given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'none') return null;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  throw usageError('--cap must be a number of dollars, or none.');
}

const overageInWords = (isOn: boolean, capUsd: number | null) =>
  `overage ${isOn ? 'on' : 'off'}, ${capUsd === null ? 'no cap' : `at most ${capUsd.toFixed(2)} USD a month`}`;

function rowsOf(found: Usage): string[] {
  const { plan, conversions, credits, overage_enabled: isOn, overage_cap_usd: capUsd } = found;
  const { used, limit, overage, overage_cost_usd: cost } = conversions;
  return [
    `plan ${plan}`,
    `${used} conversions this month${limit === null ? '' : `, ${limit} included`}`,
    `${credits} credits`,
    `${overageInWords(isOn, capUsd)}; ${overage} conversions, ${cost.toFixed(2)} USD so far`,
  ];
}
