/** The billing module: subscriptions, credits and overage, which Stripe bills. */
import { Billing } from '../../billing/billing.ts';
import { defineModule } from '../../module.ts';
import { accountsModule } from '../accounts/module.ts';
import { billingRoutes } from './billing.ts';
import { stripeWebhookRoutes } from './stripe-webhook.ts';

export const billingModule = defineModule({
  name: 'billing',
  needs: { accounts: accountsModule },
  open: (core, { accounts: { accounts } }) => {
    const { config, database, address, installation } = core;
    const { sellsPlans } = installation;
    const billing = new Billing({
      ...core,
      // A private installation has no billing, so the Stripe key is ignored.
      config: sellsPlans ? config : { ...config, stripeSecretKey: undefined },
      sellsPlans,
      accounts,
      baseUrl: () => address.baseUrl,
    });
    const meter = async () => (await billing.status()).meter;
    return {
      services: { billing },
      endpoints: (server) => {
        void server.register(billingRoutes, { database, accounts, billing });
        void server.register(stripeWebhookRoutes, { billing });
      },
      gauges: [
        {
          name: 'protean_billing_unreported_conversions',
          help: 'Overage not yet reported to Stripe.',
          is: 'gauge',
          read: async () => (await meter()).unreported_conversions,
        },
        {
          name: 'protean_billing_failing_hours',
          help: 'Hours of overage whose last report to Stripe failed.',
          is: 'gauge',
          read: async () => (await meter()).failing_hours,
        },
        {
          name: 'protean_billing_meter_errors',
          help: 'Errors that Stripe reported in the last 24 hours when counting overage. Alert if above 0.',
          is: 'gauge',
          read: async () => (await meter()).errors,
        },
        {
          name: 'protean_billing_differences',
          help: 'Hours in which the ledger and Stripe differed in the last comparison. Alert if above 0.',
          is: 'gauge',
          read: async () => (await billing.status()).reconciliation?.differences.length ?? 0,
        },
      ],
      accountDeletion: [
        { name: 'subscription', remove: (accountId) => billing.endSubscriptionOf(accountId) },
      ],
      start: () => {
        if (config.roles.includes('worker')) billing.start();
      },
      close: () => billing.close(),
    };
  },
});
