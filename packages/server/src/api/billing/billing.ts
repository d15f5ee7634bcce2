/** /v1/billing (contract §12): payment for plans and credits, and the spending limit for overage. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { Billing } from '../../billing/billing.ts';
import { soldPlans } from '../../billing/prices.ts';
import type { Database } from '../../db/database.ts';
import { setOverage } from '../../limits/allowances.ts';
import { accountOf, invalidKey } from '../../http/guards/authentication.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface BillingRouteServices {
  database: Database;
  accounts: Accounts;
  billing: Pick<Billing, 'checkout'>;
}

const checkoutSchema = {
  operationId: 'startCheckout',
  summary: 'Returns the URL of a page to pay for a plan or prepaid credits, or to confirm a change of plan.',
  body: z
    .strictObject(
      {
        plan: z
          .string(`one of ${soldPlans.join(', ')}`)
          .optional()
          .meta({ description: `One of ${soldPlans.join(', ')}.` }),
        credits: z.int('a multiple of 1000').optional().meta({ description: 'A multiple of 1000.' }),
      },
      'a JSON object',
    )
    .refine(
      ({ plan, credits }) => (plan === undefined) !== (credits === undefined),
      'a JSON object with exactly one of the fields "plan" and "credits"',
    ),
  response: {
    200: z.strictObject({ checkout_url: z.string(), session_id: z.string() }).meta({ id: 'Checkout' }),
    502: errorOf('service_unavailable'),
  },
};

const portalSchema = {
  operationId: 'openBillingPortal',
  summary: 'Returns the URL at which the owner sees invoices, changes the payment method, or cancels.',
  body: z.strictObject({}, 'a JSON object or empty'),
  response: {
    200: z.strictObject({ portal_url: z.string() }).meta({ id: 'BillingPortal' }),
    502: errorOf('service_unavailable'),
  },
};

const maxCapUsd = 1_000_000;
const validCap = `a number of dollars from 0 to ${maxCapUsd}, or null for no cap`;

const overageSchema = {
  operationId: 'setOverage',
  summary: 'Sets whether conversions beyond quota and credits are billed, and their monthly cap.',
  body: z.strictObject(
    {
      enabled: z.boolean('true or false'),
      monthly_cap_usd: z
        .number(validCap)
        .min(0, validCap)
        .max(maxCapUsd, validCap)
        .nullable()
        .optional()
        .meta({ description: 'If omitted, the cap does not change. Null removes it.' }),
    },
    'a JSON object',
  ),
  response: {
    200: z
      .strictObject({ enabled: z.boolean(), monthly_cap_usd: z.number().nullable() })
      .meta({ id: 'Overage' }),
  },
};

export const billingRoutes: PluginWithSchemas<BillingRouteServices> = (server, services, done) => {
  const { database, accounts, billing } = services;
  const config = { counted: true, key: 'required', session: true } as const;

  server.post('/v1/billing/checkout', { config, schema: checkoutSchema }, async (request) => {
    const { plan, credits } = request.body;
    const account = await ownAccount(accounts, request);
    const page =
      plan === undefined
        ? await billing.checkout.credits(account, credits ?? 0)
        : await billing.checkout.plan(account, plan.toLowerCase());
    return { checkout_url: page.url, session_id: page.id };
  });

  server.post('/v1/billing/portal', { config, schema: portalSchema }, async (request) => {
    const { url } = await billing.checkout.portal(await ownAccount(accounts, request));
    return { portal_url: url };
  });

  server.post('/v1/billing/overage', { config, schema: overageSchema }, async (request) => {
    const { enabled, monthly_cap_usd: capUsd } = request.body;
    const cap = typeof capUsd === 'number' ? Math.round(capUsd * 1e6) : capUsd;
    const now = await setOverage(database.query, accountOf(request).id, { enabled, cap });
    return { enabled: now.enabled, monthly_cap_usd: now.cap === null ? null : now.cap / 1e6 };
  });
  done();
};

async function ownAccount(accounts: Accounts, request: FastifyRequest): Promise<Account> {
  const account = await accounts.find(accountOf(request).id);
  if (!account) throw invalidKey();
  return account;
}
