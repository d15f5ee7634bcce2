/** OpenAPI description of the webhooks that the service sends (contract §8.1 to §8.4). */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { resultSchema } from '../conversion/result-schemas.ts';
import { errorInfo } from '../../http/openapi/errors.ts';

const headers = (event: string) =>
  z.object({
    'X-Service-Event': z.literal(event).meta({ description: 'The type of the event.' }),
    'X-Service-Signature': z.string().meta({
      description:
        '`t={unix seconds},v1={hex}`: HMAC-SHA-256 over `{t}.{body}` with the lower-case hex SHA-256 of the secret.',
    }),
    'X-Service-Delivery': z.uuid().meta({ description: 'The same for all attempts of one event.' }),
  });

const events = [
  {
    event: 'job.completed',
    id: 'JobCompletedEvent',
    summary: 'A job was completed',
    data: z.strictObject({ job_id: z.uuid(), status: z.literal('completed'), result: resultSchema }),
  },
  {
    event: 'job.failed',
    id: 'JobFailedEvent',
    summary: 'A job failed',
    data: z.strictObject({ job_id: z.uuid(), status: z.literal('failed'), error: errorInfo }),
  },
  {
    event: 'webhook.test',
    id: 'WebhookTestEvent',
    summary: 'A test event was requested with POST /v1/webhooks/test',
    data: z.strictObject({ message: z.string(), created_at: z.iso.datetime() }),
  },
];

const responses = {
  '2XX': { description: 'Delivered. Any other status, or no response within 5 seconds, causes a retry.' },
};

export const webhooks: ZodOpenApiPathsObject = Object.fromEntries(
  events.map(({ event, id, summary, data }) => [
    event,
    {
      post: {
        operationId: event.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
        summary,
        tags: ['webhooks'],
        security: [],
        requestParams: { header: headers(event) },
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: z.strictObject({ event: z.literal(event), data }).meta({ id }) },
          },
        },
        responses,
      },
    },
  ]),
);
