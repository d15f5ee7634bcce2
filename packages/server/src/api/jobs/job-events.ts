/**
 * GET /v1/jobs/{id}/events (contract §6.7): streams the changes of a job as Server-Sent Events until the job has ended.
 */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobResource } from '../../jobs/record.ts';
import { accountOf } from '../../http/guards/authentication.ts';
import { untilClientLeaves } from '../../http/connections/client.ts';
import { jobParams, requireJob } from './job-schemas.ts';
import type { Watching } from '../../http/guards/watching.ts';
import type { PluginWithSchemas } from '../../http/validation.ts';

/**
 * Heartbeat interval, in milliseconds. The interval is shorter than the time after which proxies close a silent
 * connection. A failed heartbeat shows that the client has disconnected.
 */
const heartbeatMs = 15_000;

interface JobEventServices {
  jobs: Jobs;
  watching: Watching;
  /**
   * Signal that aborts when the server starts to shut down. The signal ends every event stream, so that clients
   * reconnect to another server.
   */
  draining: AbortSignal;
}

/**
 * Schema of the event stream. The OpenAPI document describes the stream as a string, as clients receive it. The schema
 * has the type `unknown`, because the endpoint returns a stream object, which the framework must not serialize.
 */
const eventStream: z.ZodType<unknown> = z.string();

const schema = {
  operationId: 'followJob',
  summary: 'Streams the progress of a job as Server-Sent Events.',
  params: jobParams,
  response: {
    200: {
      description: 'Events `status` and `progress` until the job has ended.',
      content: { 'text/event-stream': { schema: eventStream } },
    },
  },
};

export const jobEventRoutes: PluginWithSchemas<JobEventServices> = (
  server,
  { jobs, watching, draining },
  done,
) => {
  const config = { counted: 'reading by a session', key: 'required', session: true } as const;
  server.get('/v1/jobs/:id/events', { config, schema }, async (request, reply) => {
    const [account, { id }] = [accountOf(request).id, request.params];
    requireJob(await jobs.find(account, id));
    const end = watching.begin(account);
    const over = AbortSignal.any([untilClientLeaves(reply.raw), draining]);
    const events = new Readable({ read: () => {} });
    const heartbeat = setInterval(() => events.push(': still here\n\n'), heartbeatMs);
    const stream = async () => {
      let status: string | undefined;
      for await (const record of jobs.follow(account, id, over)) {
        events.push(eventOf(record, record.status === status ? 'progress' : 'status'));
        status = record.status;
      }
      events.push(null);
    };
    stream()
      .catch((error: unknown) => events.destroy(error as Error))
      .finally(() => {
        clearInterval(heartbeat);
        end();
      });
    return reply
      .headers({
        'Content-Type': 'text/event-stream',
        'X-Accel-Buffering': 'no',
      })
      .send(events);
  });
  done();
};

function eventOf({ status, progress, files }: JobResource, event: 'status' | 'progress'): string {
  return `event: ${event}\ndata: ${JSON.stringify({ status, progress, files })}\n\n`;
}
