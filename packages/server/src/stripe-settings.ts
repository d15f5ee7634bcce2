/** The settings for Stripe. Plans and credits are sold through Stripe. */
import { z } from 'zod';
import { seconds, setting, textList } from './setting-types.ts';

function price(name: string, of: string) {
  const description = `Id of the Stripe price for ${of}; ids of earlier prices may follow, comma separated.`;
  return setting(`STRIPE_PRICE_${name}`, description, textList, { fallback: '' });
}

export const stripeSettings = {
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    'Secret or restricted key of the Stripe account that sells plans and credits; without it, nothing is sold.',
    z.string().optional(),
    { secret: true },
  ),
  stripeWebhookSecrets: setting(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secrets, comma separated, of the endpoints at Stripe that send to /internal/stripe/webhook.',
    textList,
    { fallback: '', secret: true },
  ),
  stripeApiBase: setting(
    'STRIPE_API_BASE',
    'Base URL of the Stripe API.',
    z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }),
    { fallback: 'https://api.stripe.com' },
  ),
  stripePriceHobby: price('HOBBY', 'the plan hobby'),
  stripePriceStartup: price('STARTUP', 'the plan startup'),
  stripePriceScale: price('SCALE', 'the plan scale'),
  stripePriceGrowth: price('GROWTH', 'the plan growth'),
  stripePriceCredits: price('CREDITS', 'a pack of 1,000 credits'),
  stripePriceOverage: price('OVERAGE', 'overage (a metered price)'),
  stripeMeterEvent: setting(
    'STRIPE_METER_EVENT',
    'Event name of the Stripe meter that counts overage.',
    z.string().min(1),
    { fallback: 'protean_overage' },
  ),
  stripePortalConfiguration: setting(
    'STRIPE_PORTAL_CONFIGURATION',
    "Id of the customer portal's configuration at Stripe. Default: the portal's default configuration.",
    z.string().optional(),
  ),
  meterReportMs: setting(
    'METER_REPORT_SECONDS',
    'Interval of the overage reports to Stripe within an hour; the final report follows when the hour has ended.',
    seconds(1),
    { fallback: '3600' },
  ),
  invoiceGraceMs: setting(
    'STRIPE_INVOICE_GRACE_SECONDS',
    'How long Stripe keeps an invoice as a draft (its invoice finalization grace period): overage that is reported later is billed with the next invoice.',
    seconds(3600),
    { fallback: '3600' },
  ),
};
