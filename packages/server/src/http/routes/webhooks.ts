/** /v1/webhooks: the secret that signs, and a test event for whoever builds a receiver (contract §8.6, §8.7). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { overloaded } from '../../errors.ts';
import type { Clock } from '../../kit/clock.ts';
import type { NewId } from '../../kit/ids.ts';
import type { GuardedFetch } from '../../egress/outbound.ts';
import { admitEndpoint } from '../../webhooks/endpoint.ts';
import type { WebhookSecrets } from '../../webhooks/secrets.ts';
import { sendTestEvent } from '../../webhooks/test-event.ts';
import { accountOf } from '../authentication.ts';
import { readJson } from '../json.ts';

export interface WebhookRouteServices {
  webhookSecrets: WebhookSecrets;
  outbound: GuardedFetch;
  clock: Clock;
  newId: NewId;
  /** Aborts when the server is told to end at once. */
  ending: AbortSignal;
}

const nothing = z.strictObject({}, 'a JSON object, or nothing at all');
const test = z.strictObject({ url: z.string('an address that begins with https://') }, 'a JSON object');

export function addWebhookRoutes(server: FastifyInstance, parts: WebhookRouteServices): void {
  const { webhookSecrets: secrets, outbound } = parts;
  const forOwners = { config: { counted: true, key: 'required', session: true } } as const;

  server.post('/v1/webhooks/secret', forOwners, async (request, reply) => {
    const { id } = accountOf(request);
    await readJson(request, nothing);
    const secret = await secrets.rotate(id);
    void reply.header('Cache-Control', 'no-store');
    return {
      secret,
      message: 'Keep this secret: it is shown only now, and the one before it signs nothing any more.',
    };
  });

  server.post('/v1/webhooks/test', forOwners, async (request) => {
    const { id } = accountOf(request);
    const { url } = await readJson(request, test);
    const key = await admitEndpoint({ outbound, secrets }, { accountId: id, url, field: 'url' });
    const outcome = await sendTestEvent(parts, url, key).catch((error: unknown) => {
      throw parts.ending.aborted ? overloaded('shutting_down', error) : error;
    });
    const { delivered, status, error, ms } = outcome;
    return { delivered, status, error, duration_ms: Math.round(ms) };
  });
}
