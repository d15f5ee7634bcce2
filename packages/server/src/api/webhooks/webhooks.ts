/** /v1/webhooks (contract §8.6, §8.7): the signing secret, and test events for developers of webhook receivers. */
import { z } from 'zod';
import { overloaded } from '../../errors.ts';
import type { Clock } from '../../kit/clock.ts';
import type { NewId } from '../../kit/ids.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { admitEndpoint } from '../../webhooks/endpoint.ts';
import type { WebhookSecrets } from '../../webhooks/secrets.ts';
import { sendTestEvent } from '../../webhooks/test-event.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface WebhookRouteServices {
  secrets: WebhookSecrets;
  outbound: GuardedFetch;
  clock: Clock;
  newId: NewId;
  /** Signal that aborts at the end of a shutdown's grace period, when running requests must end. */
  ending: AbortSignal;
}

const rotation = {
  operationId: 'rotateWebhookSecret',
  summary: 'Creates a new signing secret, and revokes the previous secret immediately.',
  body: z.strictObject({}, 'a JSON object or empty'),
  response: {
    200: z
      .strictObject({ secret: z.string(), message: z.string() })
      .meta({ id: 'WebhookSecret', description: 'The secret, which is shown only once.' }),
  },
};

const test = {
  operationId: 'testWebhook',
  summary: 'Sends a signed test event to a URL.',
  body: z.strictObject({ url: z.string('a URL that begins with https://') }, 'a JSON object'),
  response: {
    200: z
      .strictObject({
        delivered: z.boolean(),
        status: z.number().nullable(),
        error: z.string().nullable(),
        duration_ms: z.number(),
      })
      .meta({ id: 'WebhookTest', description: 'The response of the endpoint to a test event.' }),
  },
};

export const webhookRoutes: PluginWithSchemas<WebhookRouteServices> = (server, services, done) => {
  const { secrets, outbound, clock, newId, ending } = services;
  const config = { counted: true, key: 'required', session: true } as const;

  server.post('/v1/webhooks/secret', { config, schema: rotation }, async (request) => {
    const { id } = accountOf(request);
    const secret = await secrets.rotate(id);
    return {
      secret,
      message: 'Store this secret. It is shown only once, and the previous secret is no longer valid.',
    };
  });

  server.post('/v1/webhooks/test', { config, schema: test }, async (request) => {
    const { id } = accountOf(request);
    const { url } = request.body;
    const key = await admitEndpoint({ outbound, secrets }, { accountId: id, url, field: 'url' });
    const outcome = await sendTestEvent({ outbound, clock, newId, ending }, url, key).catch(
      (error: unknown) => {
        throw ending.aborted ? overloaded('shutting_down', error) : error;
      },
    );
    const { delivered, status, error, ms } = outcome;
    return { delivered, status, error, duration_ms: Math.round(ms) };
  });
  done();
};
