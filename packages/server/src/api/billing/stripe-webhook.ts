/** POST /internal/stripe/webhook (contract §12.6): receives signed events from Stripe. */
import { z } from 'zod';
import type { Billing } from '../../billing/billing.ts';
import { readBytes } from '../../http/body/json.ts';
import { errorOf } from '../../http/openapi/errors.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

/** Upper bound on the size of a Stripe event, in bytes. */
const maxBytes = 1024 * 1024;

const schema = {
  operationId: 'receiveStripeEvent',
  summary: 'Receives an event from Stripe, signed with STRIPE_WEBHOOK_SECRET.',
  requestHeaders: z.object({
    'Stripe-Signature': z
      .string()
      .meta({ description: 'The time of the event and the signature of its body.' }),
  }),
  // The signature covers the raw bytes, so the framework must not parse the body. The body stays unparsed, so its
  // schema is declared by its media type (`content`).
  body: { content: { 'application/json': { schema: z.looseObject({ id: z.string(), type: z.string() }) } } },
  response: {
    200: z.strictObject({ received: z.boolean() }),
    // Omits the `WWW-Authenticate` header, which would ask for a key.
    401: { ...errorOf('invalid_signature'), headers: {} },
    502: errorOf('service_unavailable'),
  },
};

export const stripeWebhookRoutes: PluginWithSchemas<{ billing: Pick<Billing, 'stripe' | 'events'> }> = (
  server,
  { billing },
  done,
) => {
  server.post('/internal/stripe/webhook', { schema, config: { counted: false } }, async (request) => {
    const body = await readBytes(request, maxBytes);
    const signature = request.headers['stripe-signature'];
    const event = await billing.stripe.verifiedEvent(
      body,
      typeof signature === 'string' ? signature : undefined,
    );
    await billing.events.apply(event);
    return { received: true };
  });
  done();
};
