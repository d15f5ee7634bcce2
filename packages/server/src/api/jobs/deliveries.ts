/**
 * /v1/jobs/{id}/deliveries (contract §8.9): lists the delivery attempts of a job's event, and delivers the event again.
 */
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { DeliveryLog } from '../../webhooks/delivery-log.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { deliveryStates, jobParams, requireJob } from './job-schemas.ts';
import { time } from '../../http/time-schema.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

interface DeliveryRouteServices {
  jobs: Jobs;
  deliveryLog: DeliveryLog;
}

const deliverySchema = z
  .strictObject({
    delivery_id: z.uuid(),
    event: z.string(),
    state: z.enum(deliveryStates),
    url: z.string().nullable(),
    attempts: z
      .array(
        z.strictObject({
          at: time,
          status: z.int().nullable().meta({ description: 'Null if there was no response.' }),
          error: z.string().nullable().meta({ description: 'Null if it was delivered.' }),
          duration_ms: z.int(),
        }),
      )
      .meta({ description: 'Oldest first; the latest 100.' }),
    next_attempt_at: time.nullable().meta({ description: 'Null if no attempt is due.' }),
  })
  .meta({ id: 'Delivery' });

const noSuchDelivery =
  'Delivery not found for this job. GET /v1/jobs/{job_id}/deliveries lists its deliveries.';

const deliveryParams = jobParams.extend({
  delivery_id: z
    .string()
    .regex(/^[0-9a-f-]{36}$/i, noSuchDelivery)
    .toLowerCase()
    .meta({ description: 'The id of the delivery, as in `X-Service-Delivery`.' }),
});

const listed = {
  operationId: 'listDeliveries',
  summary: "Lists the deliveries of a job's event with all attempts.",
  params: jobParams,
  response: { 200: z.strictObject({ deliveries: z.array(deliverySchema) }).meta({ id: 'Deliveries' }) },
};

const redelivered = {
  operationId: 'redeliver',
  summary:
    'Sends an event again with the same body and id, and with a new signature. If the immediate attempt fails, the retry schedule applies.',
  params: deliveryParams,
  body: z.strictObject({}, 'a JSON object or empty'),
  response: {
    202: {
      description: 'The attempt is scheduled.',
      content: { 'application/json': { schema: deliverySchema } },
    },
  },
};

export const deliveryRoutes: PluginWithSchemas<DeliveryRouteServices> = (
  server,
  { jobs, deliveryLog },
  done,
) => {
  const config = { counted: true, key: 'required', session: true } as const;
  const reading = { ...config, counted: 'reading by a session' } as const;
  server.get('/v1/jobs/:id/deliveries', { config: reading, schema: listed }, async (request) => {
    const [accountId, jobId] = [accountOf(request).id, request.params.id];
    requireJob(await jobs.find(accountId, jobId));
    return { deliveries: await deliveryLog.list(accountId, jobId) };
  });

  const path = '/v1/jobs/:id/deliveries/:delivery_id/redeliver';
  server.post(path, { config, schema: redelivered }, async (request, reply) => {
    const accountId = accountOf(request).id;
    const { id: jobId, delivery_id: deliveryId } = request.params;
    requireJob(await jobs.find(accountId, jobId));
    const delivery = await deliveryLog.redeliver({ accountId, jobId, deliveryId });
    if (!delivery) throw new ServiceError('not_found', noSuchDelivery);
    return reply.status(202).send(delivery);
  });
  done();
};
