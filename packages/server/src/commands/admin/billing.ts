/** `protean admin billing …`: shows the state of billing, and compares it with Stripe immediately. */
import { billingStatus, type BillingStatus } from '../../billing/status.ts';
import type { MeterDifference } from '../../billing/reconciliation.ts';
import type { AdminOperation } from './operation.ts';

const status: AdminOperation = {
  name: 'billing status',
  usage: '',
  description:
    'Shows the setup of Stripe, overage that was not reported yet, and the last comparison with Stripe.',
  options: {},
  async run({ database, clock, openBilling }) {
    const { stripe, prices } = openBilling();
    const missing = [...(stripe.isSetUp ? [] : ['STRIPE_SECRET_KEY']), ...prices.missing];
    const now = await billingStatus(database, clock);
    return { json: { missing_settings: missing, ...now }, text: describe(missing, now).join('\n') };
  },
};

const reconcile: AdminOperation = {
  name: 'billing reconcile',
  usage: '',
  description:
    'Compares plans and overage with Stripe now. Prints the differences, and reports the totals to Stripe again.',
  options: {},
  async run({ openBilling }) {
    const differences = await openBilling().reconciliation.run();
    const text = differences.length === 0 ? 'The ledger and Stripe agree.' : differences.map(line).join('\n');
    return { json: { differences }, text };
  },
};

export const billingOperations: readonly AdminOperation[] = [status, reconcile];

function describe(
  missing: readonly string[],
  { meter, reconciliation, subscriptions }: BillingStatus,
): string[] {
  const { unreported_conversions: unreported, oldest_hour: oldest, failing_hours: failing, errors } = meter;
  const last = reconciliation?.started_at;
  return [
    missing.length === 0 ? 'Stripe is set up.' : `Not set: ${missing.join(', ')}.`,
    `Subscriptions: ${
      Object.entries(subscriptions)
        .map(([status, count]) => `${count} ${status}`)
        .join(', ') || 'none'
    }.`,
    unreported === 0
      ? 'All overage was reported.'
      : `${unreported} conversions of overage were not reported yet, the oldest of ${oldest}.`,
    ...(failing > 0
      ? [`Hours of overage whose last report failed: ${failing}. These reports are retried.`]
      : []),
    ...(errors > 0
      ? [
          `Errors that Stripe reported in the last 24 hours when counting overage: ${errors}. See Stripe's dashboard.`,
        ]
      : []),
    last === undefined
      ? 'The ledger has not been compared with Stripe yet.'
      : `Compared with Stripe at ${last}:`,
    ...(reconciliation?.differences.map(line) ?? []),
    ...(reconciliation?.differences.length === 0 ? ['The ledger and Stripe agree.'] : []),
  ];
}

function line({ account_id: account, hour, ledger, counted, stripe }: MeterDifference): string {
  return `${account}  ${hour}  ledger ${ledger}, counted ${counted}, Stripe ${stripe}`;
}
